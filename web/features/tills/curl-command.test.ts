import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { Sale, SalesBatch } from '../../../contract/tills.ts'
import { createCurlCommand } from './curl-command.ts'

const line = createCurlCommand({ origin: 'https://winkel.example', key: 'wk_abc', at: new Date('2026-11-21T12:05:00Z') })

/** What the shell makes of the line, word by word. */
const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' }).split('\0')

test('curl command: calls this origin with the key', () => {
  expect(words).toContain('https://winkel.example/api/v1/sales')
  expect(words).toContain('Authorization: Bearer wk_abc')
  expect(words).toContain('Content-Type: application/json')
})

test('curl command: the body is a valid sale at the given time', () => {
  const { sales } = SalesBatch.parse(JSON.parse(words[words.indexOf('-d') + 1] ?? ''))
  expect(sales).toHaveLength(1)
  expect(Sale.parse(sales[0])).toMatchObject({ saledate: '2026-11-21T12:05:00.000Z', finalamount: 49.9 })
})

test('curl command: the reference changes with the time', () => {
  expect(createCurlCommand({ origin: '', key: '', at: new Date(1) })).not.toContain('test-0')
  expect(createCurlCommand({ origin: '', key: '', at: new Date(1) })).toContain('"reference":"test-1"')
})
