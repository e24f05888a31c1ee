import { CannotRun } from './cannot-run.ts'

const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?$/

/** Throws CannotRun for a text that `parse_timestamp` does not read as a time. `what` begins the sentence. */
export function checkTime(what: string, text: string) {
  if (!TIME.test(text)) throw new CannotRun(`${what} is not a time such as 2026-12-05 22:00.`)
}
