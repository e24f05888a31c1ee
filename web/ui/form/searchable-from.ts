/** From how many options on it is quicker to type than to look. */
export const SEARCHABLE_FROM = 9
