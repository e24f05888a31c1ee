/** The number of options from which a select has a search. */
export const SEARCHABLE_FROM = 9
