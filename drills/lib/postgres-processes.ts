import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a drill that reads /proc says elsewhere. */
export const findLinuxObstacle = () => (process.platform === 'linux' ? undefined : 'This drill needs Linux.')

/** The ids of the postmaster of a data folder and of its children, read from Linux's /proc. */
export async function findPostgresProcesses(dataDir: string) {
  const [line] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  const postmaster = Number(line)
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const children = await Promise.all(ids.map(async (id) => ((await readParent(id)) === postmaster ? [id] : [])))
  return { postmaster, children: children.flat() }
}

/** Field 4 of `stat`, behind the name, which is in brackets and may have blanks. */
async function readParent(id: number) {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
