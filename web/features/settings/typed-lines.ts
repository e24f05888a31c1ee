/** The lines of a text that are not blank. */
export const readLines = (typed: string) => typed.split('\n').flatMap((line) => line.trim() || [])

/** Errors of a form: that of one line is shown at the field of all. */
export const checkLines = <Error>(errors: Record<string, Error>) =>
  Object.fromEntries(Object.entries(errors).map(([path, error]) => [path.split('.')[0], error]))
