import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { findFreePort } from '../../db/embedded/free-port.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

const MEMORY_SAMPLE_MS = 50

/** The server that is measured, started as `npm start` does, in a process of its own: its memory is its own. */
export async function startServer(dataDir: string) {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // Also when the bench itself fails: a server that is left behind would keep the dataset's folder.
  process.once('exit', () => child.kill('SIGTERM'))
  await waitUntilReady(url, child)
  const owner = await findOwnerConnection(dataDir)
  return {
    url,
    superuser: { ...owner, user: 'postgres' } satisfies ClientConfig,
    readMemory: () => readMemory(child),
    /** The result of `work`, and the most memory in use while it runs. */
    measurePeakMemory: async <T>(work: () => Promise<T>) => {
      let peak = await readMemory(child)
      const sampling = setInterval(async () => {
        peak = Math.max(peak, await readMemory(child))
      }, MEMORY_SAMPLE_MS)
      const result = await work().finally(() => clearInterval(sampling))
      return { peak, result }
    },
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** Resident memory in MB, read from Linux's /proc. */
async function readMemory({ pid }: ChildProcess) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

async function waitUntilReady(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error('the server did not start')
}
