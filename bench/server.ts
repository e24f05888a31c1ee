import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { findFreePort } from '../db/embedded/free-port.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

/** The server under measurement, started as `npm start` does it, in a process of its own: its memory is its own. */
export async function startServer(dataDir: string) {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await ready(url, child)
  const owner = await findOwnerConnection(dataDir)
  return {
    url,
    /** What the server itself signs in as. */
    login: { ...owner, user: 'winkel' } satisfies ClientConfig,
    superuser: { ...owner, user: 'postgres' } satisfies ClientConfig,
    memory: () => memoryOf(child),
    /** The most memory it takes while `work` is done. */
    peakDuring: async <T>(work: () => Promise<T>) => {
      let peak = await memoryOf(child)
      const looking = setInterval(async () => {
        peak = Math.max(peak, await memoryOf(child))
      }, 50)
      const result = await work().finally(() => clearInterval(looking))
      return { peak, result }
    },
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** In MB, as Linux counts it. */
async function memoryOf({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function ready(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error('the server did not start')
}
