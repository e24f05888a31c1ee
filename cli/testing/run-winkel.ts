import { execFile } from 'node:child_process'
import { format } from 'node:util'
import type { ClientConfig } from 'pg'
import { vi } from 'vitest'
import { runCommand } from '../run-command.ts'

type Result = { code: number | null; stdout: string; stderr: string }

/** Runs a command in this process, one at a time. It knows these variables only. */
export async function runWinkel(args: string[], variables: Record<string, string>): Promise<Result> {
  const { env } = process
  const output = { stdout: '', stderr: '' }
  const collect = (stream: keyof typeof output) => ({
    line: (...values: unknown[]) => {
      output[stream] += `${format(...values)}\n`
    },
    text: (text: string | Uint8Array) => {
      output[stream] += text
      return true
    },
  })
  const [stdout, stderr] = [collect('stdout'), collect('stderr')]
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(stdout.line),
    vi.spyOn(console, 'error').mockImplementation(stderr.line),
    vi.spyOn(process.stdout, 'write').mockImplementation(stdout.text),
    vi.spyOn(process.stderr, 'write').mockImplementation(stderr.text),
  ]
  process.env = { PATH: env['PATH'], ...variables }
  try {
    await runCommand(args)
    return { code: Number(process.exitCode ?? 0), ...output }
  } finally {
    process.env = env
    process.exitCode = undefined
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs a command in a process of its own, as an operator does, without a terminal. It knows these variables only. */
export const runWinkelProcess = (args: string[], variables: Record<string, string>) => startWinkelProcess(args, variables).result

/** The same, with a process that can be sent signals. */
export function startWinkelProcess(args: string[], variables: Record<string, string>) {
  const { promise: result, resolve } = Promise.withResolvers<Result>()
  const child = execFile(
    process.execPath,
    ['tools/run.mjs', 'cli/main.ts', ...args],
    { env: { PATH: process.env['PATH'], ...variables } },
    (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
  )
  child.stdin?.end()
  return { child, result }
}

/** The connection as a URL, as DATABASE_OWNER_URL has it. */
export function toDatabaseUrl({ host = '', port, user = '', password, database }: ClientConfig) {
  const url = new URL(`postgres://localhost:${port}/${database}?host=${encodeURIComponent(host)}`)
  url.username = user
  if (typeof password === 'string') url.password = password
  return url.href
}
