import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCsvRowCounter } from './csv-rows.ts'

const counted = (...pieces: string[]) => {
  const rows = createCsvRowCounter()
  for (const piece of pieces) rows.add(new TextEncoder().encode(piece))
  return rows.count()
}

test('CSV rows: the header and an empty file are not counted', () => {
  expect(counted()).toBe(0)
  expect(counted('\ufeffsaleid,site\r\n')).toBe(0)
  expect(counted('saleid,site\r\n1,Sandton\r\n')).toBe(1)
})

test('CSV rows: a line break inside quotes does not end a row, in chunks of any size', () => {
  expect(counted('a\r\n"two\nlin', 'es ""quoted"', '"\n"\r', '\n1\r\n')).toBe(2)
})

test('CSV rows: are counted for any cells', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', '\n', '\r\n', ',', '""\n"'))
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell)), fc.nat({ max: 50 }), (rows, cut) => {
      const text = stringify([['a', 'b'], ...rows], { record_delimiter: '\r\n', quoted: true })
      expect(counted(text.slice(0, cut), text.slice(cut))).toBe(rows.length)
    }),
  )
})
