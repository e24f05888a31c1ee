import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { bucketServer } from '../../server/testing/bucket.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

/** An S3 server on a folder, from the npm registry. It is no dependency of the product. */
export const S3_SERVER = 's3rver@3.7.1'
const START_TIMEOUT_MS = 120_000

/** The bucket of the tests, in this process: it needs no download. It takes whole objects only. */
export const TEST_BUCKET = 'test'

type S3Server = {
  /** The bucket, as FILES_URL and BACKUP_URL have it. */
  bucketUrl: string
  /** Its log, with a line for each request. */
  lines: string[]
  stop(): Promise<unknown>
  listObjects(): Promise<string[]>
}

/** Starts a program with an empty bucket. It is stopped when the drill ends. */
export const startS3Server = (context: DrillPlace, program: string) =>
  program === TEST_BUCKET ? startTestBucket(context) : startProgram(context, program)

async function startTestBucket({ onFinished }: DrillPlace): Promise<S3Server> {
  const { objects, close, filesUrl } = await bucketServer()
  onFinished(close)
  return { bucketUrl: filesUrl, lines: [], stop: close, listObjects: async () => [...objects.keys()] }
}

async function startProgram(context: DrillPlace, program: string): Promise<S3Server> {
  const directory = await createFolder(context)
  const port = await findFreePort()
  const args = [
    ...['--directory', directory, '--address', '127.0.0.1', '--port', String(port)],
    ...['--configure-bucket', 'shop'],
  ]
  // A process group of its own, because npx starts the program as a child.
  const child = spawn('npx', ['--yes', program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const exit = once(child, 'exit')
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return
    process.kill(-child.pid, 'SIGTERM')
    await exit
  }
  context.onFinished(stop)
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start: ${lines.slice(-3).join(' ')}`)
    await delay(200)
  }
  const listObjects = async () => {
    const files = await readdir(directory, { recursive: true })
    return files.filter((file) => file.endsWith('._S3rver_object'))
  }
  return {
    bucketUrl: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/shop`,
    lines,
    stop,
    listObjects,
  }
}
