import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { createCleanUp } from './clean-up.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

const file = createCleanUp()
afterAll(file.finish)

test('clean-up: runs what was registered last first, and all of it when a part fails', async () => {
  const { onFinished, finish } = createCleanUp()
  const done: string[] = []
  onFinished(() => done.push('folder'))
  onFinished(() => {
    throw new Error('the server does not stop')
  })
  onFinished(async () => done.push('browser'))
  await expect(finish()).rejects.toThrow('the server does not stop')
  expect(done).toEqual(['browser', 'folder'])
})

test('clean-up: what is started after the end has begun is ended too, and its starter fails', async () => {
  const { onFinished, finish } = createCleanUp()
  const done: string[] = []
  onFinished(() => {
    expect(() => onFinished(() => done.push('late server'))).toThrow('stopped')
  })
  await finish()
  expect(done).toEqual(['late server'])
})

// A process with a folder and a child, which prints lines until it is stopped.
const WORK = `
  import { spawn } from 'node:child_process'
  import { once } from 'node:events'
  import { runWithCleanUp } from ${JSON.stringify(import.meta.resolve('./clean-up.ts'))}
  import { createTemporaryFolder } from ${JSON.stringify(import.meta.resolve('./temporary-folder.ts'))}
  await runWithCleanUp(async (cleanUp) => {
    createTemporaryFolder(cleanUp, 'clean-up-')
    // It ends a moment after it was asked to.
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => setTimeout(process.exit, 100)); setInterval(() => {}, 1000); console.log("up")'])
    const exit = once(child, 'exit')
    cleanUp.onFinished(() => child.kill() && exit)
    await once(child.stdout, 'data')
    console.log(child.pid)
    if (process.env.FAILS) setTimeout(() => Promise.reject(new Error('failed')), 1)
    setInterval(() => console.log('line'), 1)
    await exit
    throw new Error('the child ended')
  })`

test.for<[string, number, { signal?: NodeJS.Signals; closesOutput?: boolean; fails?: boolean }]>([
  ['SIGHUP', 129, { signal: 'SIGHUP' }],
  ['SIGINT', 130, { signal: 'SIGINT' }],
  ['SIGTERM', 143, { signal: 'SIGTERM' }],
  ['output that nobody reads', 141, { closesOutput: true }],
  ['an error that nobody catches', 1, { fails: true }],
])('clean-up: %s leaves no child and no folder', async ([, code, { signal, closesOutput, fails }]) => {
  const folder = createTemporaryFolder(file, 'winkel-clean-up-')
  const parent = spawn(process.execPath, ['--input-type=module', '-e', WORK], {
    env: { ...process.env, TMPDIR: folder, ...(fails && { FAILS: '1' }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  parent.stderr.resume()
  const [line] = await once(createInterface(parent.stdout), 'line')
  if (signal) parent.kill(signal)
  if (closesOutput) parent.stdout.destroy()
  expect(await once(parent, 'exit')).toEqual([code, null])
  expect(() => process.kill(Number(line), 0)).toThrow('ESRCH')
  expect(await readdir(folder)).toEqual([])
})

// It kills a server and leaves that server's PostgreSQL running, so nothing else would stop it.
test.skipIf(process.platform !== 'linux')(
  'clean-up: a drill that is stopped leaves no PostgreSQL, server or folder',
  async () => {
    const folder = createTemporaryFolder(file, 'winkel-clean-up-')
    const drill = spawn(process.execPath, [join('tools', 'run.mjs'), join('drills', 'main.ts'), 'kill-9', '--sales', '26'], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    for await (const line of createInterface(drill.stderr)) if (line.startsWith('round 1')) break
    drill.stderr.resume()
    drill.kill('SIGINT')
    expect(await once(drill, 'exit')).toEqual([130, null])
    expect(await readdir(folder)).toEqual([])
  },
)
