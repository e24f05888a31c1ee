import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { DrillContext } from './drill.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type Place = Pick<DrillContext, 'onFinished' | 'folder'>

/** Runs a command of the operator in a process of its own, which knows these variables only. `root` is the folder of another Winkel than this one. */
export async function runWinkel({ onFinished, folder }: Place, args: string[], environment: Record<string, string>, root = ROOT) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'tools/run.mjs', 'cli/main.ts', ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  onFinished(() => {
    child.kill('SIGTERM')
    return closed
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code: child.exitCode, stdout, stderr, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}
