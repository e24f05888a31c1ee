import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '1 kB'],
  [1_300, '1,3 kB'],
  [56_400, '56 kB'],
  [999_499, '999 kB'],
  [999_500, '1 MB'],
  [1_340_000, '1,3 MB'],
  [2_500_000_000, '2,5 GB'],
])('size of a file: %i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes).replace('\u00a0', ' ')).toBe(text)
})
