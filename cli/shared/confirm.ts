import { createInterface } from 'node:readline/promises'
import { CannotRun } from './cannot-run.ts'

type Question = {
  /** What is going to be destroyed or changed, as a sentence. */
  what: string
  /** The value of `--yes`. */
  yes?: boolean
  /** What has to be typed, instead of yes. */
  name?: string
}

/** Asks before something is destroyed. Without a terminal it needs `--yes`. Throws CannotRun unless the answer is yes. */
export async function confirm({ what, yes = false, name }: Question) {
  if (yes) return
  if (!process.stdin.isTTY) throw new CannotRun(`${what} Add --yes to confirm this. Nothing was changed.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-D and Ctrl-C close the terminal without an answer.
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    const question = name === undefined ? 'Continue? [y/N] ' : 'Type its name to confirm this: '
    const answer = await Promise.race([terminal.question(`${what} ${question}`), closed])
    const isConfirmed = name === undefined ? /^\s*y(es)?\s*$/i.test(answer) : answer.trim() === name.trim()
    if (!isConfirmed) throw new CannotRun('Nothing was changed.')
  } finally {
    terminal.close()
  }
}
