import { execFile } from 'node:child_process'
import type { ClientConfig } from 'pg'

type Result = { code: number | null; stdout: string; stderr: string }

/** Runs a command as an operator does, without a terminal. It knows these variables only. */
export const runWinkel = (args: string[], variables: Record<string, string>) =>
  new Promise<Result>((resolve) => {
    const child = execFile(
      process.execPath,
      ['tools/run.mjs', 'cli/main.ts', ...args],
      { env: { PATH: process.env['PATH'], ...variables } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
    child.stdin?.end()
  })

/** The connection as a URL, as DATABASE_OWNER_URL has it. */
export function toDatabaseUrl({ host = '', port, user = '', password, database }: ClientConfig) {
  const url = new URL(`postgres://localhost:${port}/${database}?host=${encodeURIComponent(host)}`)
  url.username = user
  if (typeof password === 'string') url.password = password
  return url.href
}
