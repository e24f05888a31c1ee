import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { AUTH_LIMITS } from './auth-limits.ts'
import { MAX_CREATIONS_QUEUED, MAX_SIGN_INS_QUEUED } from './hash-queue.ts'

test('auth limits: docs/operating.md has the limits of the code', async () => {
  const DAY = 24 * 3600
  const rows = Object.values(AUTH_LIMITS).map(({ counted, points, duration, excess }) => {
    const time = duration === DAY ? '24 hours' : `${duration / 60} minutes`
    return `| ${counted} | ${points} in ${time} | ${excess} |`
  })
  const documented = await readFile('docs/operating.md', 'utf8')
  expect(documented).toContain(`${['| What | Limit | Then |', '|---|---|---|', ...rows].join('\n')}\n\n`)
  expect(documented).toContain(`${MAX_SIGN_INS_QUEUED} sign-ins and ${MAX_CREATIONS_QUEUED} accounts`)
})
