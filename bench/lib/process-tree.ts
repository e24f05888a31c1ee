import { readdir, readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second for every program, whatever the kernel's own clock is. */
const TICK_MS = 10

/** The processor time of a process and of its children, those included that have ended, in milliseconds. */
export async function readProcessorTime(pid: number) {
  const process = await readStat(pid)
  const children = await readChildren(pid)
  const own = children.reduce((sum, child) => sum + child.own, process?.own ?? 0)
  return (own + (process?.ended ?? 0)) * TICK_MS
}

/** The memory that a process and its children share with no other, in MB. */
export async function readOwnMemory(pid: number) {
  const pids = [pid, ...(await readChildren(pid)).map((child) => child.pid)]
  const sizes = pids.map(async (pid) => /RssAnon:\s+(\d+) kB/.exec(await readProcFile(pid, 'status'))?.[1])
  return (await Promise.all(sizes)).reduce((sum, size) => sum + Number(size ?? 0), 0) / 1024
}

async function readChildren(pid: number) {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(names.map((name) => readStat(Number(name))))
  return stats.flatMap((stat) => (stat?.parent === pid ? [stat] : []))
}

/** Undefined when the process has ended. */
async function readStat(pid: number) {
  const text = await readProcFile(pid, 'stat')
  // The second field is the name, in which anything may be.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
  return text ? { pid, parent: fields[1], own: utime + stime, ended: cutime + cstime } : undefined
}

const readProcFile = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
