import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findFreePort } from '../../db/embedded/free-port.ts'
import type { DrillContext } from './drill.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const START_TIMEOUT_MS = 60_000

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/** What a drill's helpers need to start something. */
export type DrillPlace = Pick<DrillContext, 'onFinished' | 'folder' | 'preparedDataDir'>

type Options = {
  /** A new one by default. */
  dataDir?: string
  port?: number
  /** The folder of another Winkel than this one. */
  root?: string
  environment?: Record<string, string>
}

/** A new folder in that of the drill. */
export const createFolder = ({ folder }: Pick<DrillContext, 'folder'>) => mkdtemp(join(folder, 'folder-'))

/** A data folder for a server that has run or not: a copy of the prepared one, or an empty one. */
export async function createDataDir(context: DrillPlace) {
  const dataDir = await createFolder(context)
  // Node's own copy takes ten times the processor time, or loses the modes of folders.
  if (context.preparedDataDir) await promisify(execFile)('cp', ['-a', `${context.preparedDataDir}/.`, dataDir])
  return dataDir
}

/** The server in a process of its own, as `npm start` runs it. It is stopped when the drill ends. */
export async function startServerProcess(context: DrillPlace, options: Options = {}) {
  const dataDir = options.dataDir ?? (await createDataDir(context))
  const port = options.port ?? (await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...{ PORT: String(port), DATA_DIR: dataDir, PUBLIC_URL: url, TMPDIR: context.folder, STOP_WAIT_SECONDS: '0' },
    ...options.environment,
  }
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'server/main.ts'], {
    cwd: options.root ?? ROOT,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const stop = async () => {
    if (isRunning()) child.kill('SIGTERM')
    return exit
  }
  context.onFinished(stop)
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => lines.push(line))

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
