/** A reason not to start, or not to go on, in one plain sentence for the person at the terminal. It is shown without a stack. */
export class CannotStart extends Error {}

/** What the store has to say while it runs; whoever opens it decides where that goes. */
export type Log = (level: 'info' | 'warn' | 'error', message: string, error?: unknown) => void

/** The code of PostgreSQL's or the system's error: '57P03', 'ENOENT'. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : undefined)

/** An error in one line without a full stop. An AggregateError, which a refused connection to 'localhost' is, has no message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
