import { createInterface } from 'node:readline/promises'
import { CannotRun } from './cannot-run.ts'

type Question = {
  /** What is going to be destroyed or changed, as a sentence. */
  what: string
  /** The value of `--yes`. */
  yes?: boolean
}

/** Asks before something is destroyed. Without a terminal it needs `--yes`. Throws CannotRun unless the answer is yes. */
export async function confirm({ what, yes = false }: Question) {
  if (yes) return
  if (!process.stdin.isTTY) throw new CannotRun(`${what} Add --yes to confirm this. Nothing was changed.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-D and Ctrl-C close the terminal without an answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    const answer = await Promise.race([terminal.question(`${what} Continue? [y/N] `), closed])
    if (!/^\s*y(es)?\s*$/i.test(answer)) throw new CannotRun('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
