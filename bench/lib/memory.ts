import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'

const SAMPLE_MS = 10

/** Resident memory of a process in MB, read from Linux's /proc; 0 when it has ended. */
export async function readMemory({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** The result of `work`, and the most memory that the process uses while it runs, in MB. The process may end before. */
export async function measurePeakMemory<T>(child: ChildProcess, work: () => Promise<T>) {
  let peak = await readMemory(child)
  const sampling = setInterval(async () => {
    peak = Math.max(peak, await readMemory(child).catch(() => 0))
  }, SAMPLE_MS)
  const result = await work().finally(() => clearInterval(sampling))
  return { peak, result }
}
