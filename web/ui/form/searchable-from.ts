/** From how many options on it is quicker to type than to look. */
export const SEARCHED_FROM = 9
