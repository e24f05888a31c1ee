import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../db/embedded/free-port.ts'
import type { DrillContext } from './drill.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START_TIMEOUT_MS = 60_000

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

type Options = {
  /** A temporary folder by default. It is deleted when the drill ends. */
  dataDir?: string
  port?: number
  environment?: Record<string, string>
  /** Put before the command, for example faketime or prlimit. */
  wrapper?: string[]
}

/** A folder that is deleted when the drill ends. */
export async function createTemporaryFolder({ onFinished }: Pick<DrillContext, 'onFinished'>) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-drill-'))
  onFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The server in a process of its own, as `npm start` runs it. It is stopped when the drill ends. */
export async function startServerProcess(context: Pick<DrillContext, 'onFinished'>, options: Options = {}) {
  const { environment, wrapper = [] } = options
  const dataDir = options.dataDir ?? (await createTemporaryFolder(context))
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const [command = '', ...args] = [...wrapper, process.execPath, '--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts']
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const isRunning = () => child.exitCode === null && child.signalCode === null

  const stop = async () => {
    if (isRunning()) child.kill('SIGTERM')
    return exit
  }
  context.onFinished(stop)

  return {
    url,
    port,
    dataDir,
    pid: child.pid ?? 0,
    /** What it printed to stdout and stderr, line by line. */
    lines,
    isRunning,
    signal: (name: NodeJS.Signals) => child.kill(name),
    exit,
    /** SIGTERM; returns the exit code. */
    stop,
    waitUntilReady: async () => {
      const deadline = Date.now() + START_TIMEOUT_MS
      while (isRunning() && Date.now() < deadline) {
        const answer = await fetch(`${url}/readyz`).catch(() => undefined)
        await answer?.body?.cancel()
        if (answer?.ok) return
        await delay(50)
      }
      throw new Error(`the server did not start: ${lines.slice(-5).join('\n')}`)
    },
  }
}
