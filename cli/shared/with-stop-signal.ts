import { CannotRun } from './cannot-run.ts'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/**
 * Runs `work` with a signal that aborts when the operator stops the command, with `sentence` as its reason. Ctrl-C may come twice, from
 * the terminal and from npm: the second one does not end the process before `work` has closed what it opened.
 */
export async function withStopSignal<T>(sentence: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController()
  const stop = () => stopping.abort(new CannotRun(sentence))
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}
