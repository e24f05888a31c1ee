import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { findRunAs } from '../../db/embedded/pg-ctl.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
const TIMEOUT_MS = 90_000

export type RunAs = Awaited<ReturnType<typeof findRunAs>>

/** The path of a program of the system; undefined where it is not installed. */
export const findProgram = (name: string) => FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path))

export function getProgram(name: string) {
  const path = findProgram(name)
  if (!path) throw new Error(`${name} is not installed`)
  return path
}

/** Starts a program that runs until it is killed, at the end of the drill at the latest. Its output goes to a file. */
export async function startProgram(context: DrillPlace, program: string, args: string[], as: RunAs = {}) {
  const log = join(await createFolder(context), 'log')
  const output = await open(log, 'w')
  const [command = program, ...rest] = [...(as.through ?? []), program, ...args]
  const child = spawn(command, rest, {
    uid: as.uid,
    gid: as.gid,
    cwd: '/',
    env: { PATH: FOLDERS.join(':'), LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', output.fd, output.fd],
  })
  const exit = new Promise<void>((resolve, reject) => child.once('exit', () => resolve()).once('error', reject))
  exit.catch(() => undefined)
  await output.close()
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exit
  }
  context.onFinished(() => end('SIGKILL'))
  return { pid: child.pid ?? 0, end }
}

/** Asks until the answer is not undefined. Throws after a minute and a half. */
export async function waitFor<T>(what: string, ask: () => Promise<T | undefined>) {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined) return answer
    await delay(100)
  }
  throw new Error(`not after ${TIMEOUT_MS / 1000} s: ${what}`)
}

/** A file of `deploy/` with the values in place of the words between @ signs. */
export async function fillTemplate(file: string, values: Record<string, string>) {
  const template = await readFile(join(import.meta.dirname, '..', '..', 'deploy', file), 'utf8')
  return template.replace(/@(\w+)@/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`deploy/${file} asks for ${name}`)
    return value
  })
}
