import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const PARENT = `
  import { spawn } from 'node:child_process'
  import { stopWithProcess } from ${JSON.stringify(import.meta.resolve('./stop-with-process.ts'))}
  // Keeps the output open until it ends.
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['ignore', 'inherit', 'ignore'] })
  stopWithProcess(child)
  child.once('spawn', () => console.error('started'))`

test.each(['SIGTERM', 'SIGINT'] as const)('bench: its server stops when %s stops the bench', async (signal) => {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', PARENT], { stdio: ['ignore', 'pipe', 'pipe'] })
  const childEnd = text(parent.stdout)
  await once(parent.stderr, 'data')
  parent.kill(signal)
  const [code] = await once(parent, 'exit')
  expect(code).toBe(signal === 'SIGTERM' ? 143 : 130)
  expect(await childEnd).toBe('')
})
