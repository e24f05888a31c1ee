import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Stops a child with SIGTERM when this process ends: at its end, by an error or by a signal. */
export function stopWithProcess(child: ChildProcess) {
  process.once('exit', () => child.kill('SIGTERM'))
  // Without a listener, a signal ends a process at once, without the event 'exit'.
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
