import { chmodSync, mkdtempSync } from 'node:fs'
import { glob, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CleanUp } from './clean-up.ts'

const PID_FILES = ['', '*/', '*/*/'].map((parent) => `${parent}postgres/postmaster.pid`)
const STOP_TIMEOUT_MS = 30_000

/** A folder that is deleted at the end, after each PostgreSQL in it was stopped. A PostgreSQL of another user can pass through it. */
export function createTemporaryFolder({ onFinished }: CleanUp, prefix: string, parent = tmpdir()) {
  // Nothing waits between the creation and its registration, so that a signal finds both or neither.
  const folder = mkdtempSync(join(parent, prefix))
  onFinished(async () => {
    await stopPostgresIn(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  chmodSync(folder, 0o711)
  return folder
}

/** Stops each PostgreSQL that a killed server left in a data folder, or in folders of data folders. */
export async function stopPostgresIn(folder: string) {
  for await (const file of glob(PID_FILES, { cwd: folder })) {
    const pid = Number((await readFile(join(folder, file), 'utf8').catch(() => '')).split('\n')[0])
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one.
    if (pid > 0) (await endProcess(pid, 'SIGINT')) || (await endProcess(pid, 'SIGQUIT'))
  }
}

async function endProcess(pid: number, signal: NodeJS.Signals) {
  const deadline = Date.now() + STOP_TIMEOUT_MS
  for (let isFirst = true; Date.now() < deadline; isFirst = false) {
    try {
      process.kill(pid, isFirst ? signal : 0)
    } catch {
      return true
    }
    await delay(20)
  }
  return false
}
