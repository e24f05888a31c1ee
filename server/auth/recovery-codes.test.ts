import { expect, test } from 'vitest'
import { createRecoveryCodeStore, createRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts'

test('recovery codes: are ten different ones that are found however they are typed', () => {
  const codes = createRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes)
    for (const typed of [code, ` ${code.toUpperCase()} `, code.replaceAll('-', ''), code.replaceAll('-', ' ')])
      expect(normalizeRecoveryCode(typed)).toBe(code)
})

test('recovery codes: are stored as hashes, and hashes are stored as they are', async () => {
  const store = createRecoveryCodeStore('secret')
  const codes = createRecoveryCodes()
  const stored = await store.toHashes(JSON.stringify(codes))
  for (const code of codes) expect(stored).not.toContain(code)
  expect(JSON.parse(stored)).toEqual(codes.map(store.hash))
  expect(await store.toHashes(stored)).toBe(stored)
  expect(createRecoveryCodeStore('another').hash('abcd-efgh-jkmn')).not.toBe(store.hash('abcd-efgh-jkmn'))
})
