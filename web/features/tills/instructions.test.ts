import { expect, test } from 'vitest'
import { createInstructions, createMailUrl } from './instructions.ts'

/** Some mail programs cut longer ones. */
const MAIL_URL_MAX = 2000

const options = {
  origin: 'https://winkel.example',
  sitename: 'Sandton Rivonia',
  tillname: 'Front counter',
  at: new Date('2026-11-21T12:05:00Z'),
}
const key = 'wk_abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq'

test('till instructions: have address, documentation and test sale, and no key', () => {
  const { subject, body } = createInstructions(options)
  expect(subject).toBe('Connect our till "Front counter" at Sandton Rivonia to Winkel')
  for (const part of ['https://winkel.example/api/v1/sales', 'https://winkel.example/api/docs', 'R 49,90', '"reference":"test-'])
    expect(body).toContain(part)
  expect(body).toContain('Key: we send it to you separately')
  expect(body).toContain('Bearer wk_YOUR_KEY')
})

test('till instructions: have the key when it is given', () => {
  const { body } = createInstructions({ ...options, key })
  expect(body).toContain(`Key: ${key}`)
  expect(body).toContain(`Bearer ${key}`)
})

test('till instructions: fit the link of a mail program, which reads them unchanged', () => {
  const instructions = createInstructions({ ...options, sitename: 'Braai & Biltong "100%"', key })
  const url = createMailUrl(instructions)
  expect(url.length).toBeLessThan(MAIL_URL_MAX)
  const { protocol, searchParams } = new URL(url)
  expect(protocol).toBe('mailto:')
  expect(searchParams.get('subject')).toBe(instructions.subject)
  expect(searchParams.get('body')).toBe(instructions.body.replaceAll('\n', '\r\n'))
})
