import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { findFreePort } from '../../db/embedded/free-port.ts'
import type { CleanUp } from '../../tools/clean-up.ts'
import { stopPostgresIn } from '../../tools/temporary-folder.ts'
import { measurePeakMemory, readMemory } from './memory.ts'
import { readOwnMemory, readProcessorTime } from './process-tree.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

type Options = { dataDir: string; folder: string }

/**
 * The server that is measured, started as `npm start` does, in a process of its own: its memory is its own. It is stopped at the end.
 * Its temporary files are in `folder`.
 */
export async function startServer({ onFinished }: CleanUp, { dataDir, folder }: Options) {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const environment = { ...process.env, DATA_DIR: dataDir, TMPDIR: folder }
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts'], {
    env: { ...environment, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onFinished(async () => {
    await endChild(child)
    await stopPostgresIn(dataDir)
  })
  await waitUntilReady(url, child)
  const owner = await findOwnerConnection(dataDir)
  return {
    url,
    superuser: { ...owner, user: 'postgres' } satisfies ClientConfig,
    readMemory: () => readMemory(child),
    /** The processor time of the server, and of PostgreSQL with its background work, since their starts, in milliseconds. */
    readProcessorTimes: async () => ({
      server: await readProcessorTime(child.pid ?? 0),
      postgres: await readProcessorTime(await readPostmasterPid(dataDir)),
    }),
    /** The memory of all processes of PostgreSQL that is not shared, in MB. */
    readPostgresMemory: async () => readOwnMemory(await readPostmasterPid(dataDir)),
    measurePeakMemory: <T>(work: () => Promise<T>) => measurePeakMemory(child, work),
    /** A command of the operator on this server's data, as `npm run winkel` starts it. It is ended at the end. */
    startCommand: (...args: string[]) => {
      const command = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'cli/main.ts', ...args], {
        env: environment,
        stdio: 'ignore',
      })
      onFinished(() => endChild(command))
      return command
    },
  }
}

const readPostmasterPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

async function endChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}

async function waitUntilReady(url: string, child: ChildProcess) {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error('the server did not start')
}
