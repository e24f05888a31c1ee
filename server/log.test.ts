import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const LINES = 5_000

/** Logs LINES lines, then runs `ending` in the same turn of the event loop. */
async function logAndEnd(ending: string) {
  const script = `
    import { createLog, exitOnCrash, flushAndExit } from './log.ts'
    const log = createLog()
    exitOnCrash(log)
    for (let line = 0; line < ${LINES}; line++) log.info({ line }, 'x'.repeat(200))
    ${ending}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: join(import.meta.dirname) })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return {
    lines: stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
    stderr,
    code,
  }
}

test('log: every line is written when the process ends', async () => {
  const { lines, code } = await logAndEnd('flushAndExit(log, 0)')
  expect(lines.map(({ line }) => line)).toEqual(Array.from({ length: LINES }, (_, line) => line))
  expect(code).toBe(0)
})

test('log: every line is written when the process crashes, and the error comes last', async () => {
  const { lines, stderr, code } = await logAndEnd(`throw new Error('a mistake')`)
  expect(lines).toHaveLength(LINES + 1)
  expect(lines.at(-1)).toMatchObject({ event: 'server_crashed', err: { message: 'a mistake' } })
  expect(stderr).toContain('a mistake')
  expect(code).toBe(1)
})
