import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { measurePeakMemory, readMemory } from './memory.ts'
import { stopWithProcess } from './stop-with-process.ts'

export type Server = Awaited<ReturnType<typeof startServer>>

/** The server that is measured, started as `npm start` does, in a process of its own: its memory is its own. */
export async function startServer(dataDir: string) {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // A server that is left behind would keep the dataset's folder.
  stopWithProcess(child)
  await waitUntilReady(url, child)
  const owner = await findOwnerConnection(dataDir)
  return {
    url,
    superuser: { ...owner, user: 'postgres' } satisfies ClientConfig,
    dataDir,
    readMemory: () => readMemory(child),
    measurePeakMemory: <T>(work: () => Promise<T>) => measurePeakMemory(child, work),
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function waitUntilReady(url: string, child: ChildProcess) {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await delay(100)
  }
  throw new Error('the server did not start')
}
