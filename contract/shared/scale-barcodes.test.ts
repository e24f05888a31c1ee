import { expect, test } from 'vitest'
import { readScaleBarcode } from './scale-barcodes.ts'
import { ScalePatterns } from './scale-patterns.ts'

const WEIGHT = '20PPPPPWWWWWC'
const PRICE = '23PPPPPRRRRRC'

test.each([
  ['a weight', '2001234003506', { identities: ['01234', '1234', '02001234000000'], weight: 0.35, price: null, isChecked: true }],
  [
    'a weight as it is printed',
    '2 001234 003506',
    { identities: ['01234', '1234', '02001234000000'], weight: 0.35, price: null, isChecked: true },
  ],
  ['a price', '2301234059900', { identities: ['01234', '1234', '02301234000001'], weight: null, price: 59.9, isChecked: true }],
  [
    'a wrong check digit',
    '2001234003507',
    { identities: ['01234', '1234', '02001234000000'], weight: 0.35, price: null, isChecked: false },
  ],
  ['another prefix', '2101234003503', undefined],
  ['a barcode of a maker', '6009900000220', undefined],
  ['a short number', '20012', undefined],
])('a barcode of a scale: %s', (_what, barcode, expected) => {
  expect(readScaleBarcode([WEIGHT, PRICE], barcode)).toEqual(expected)
})

test.each([
  [[WEIGHT, PRICE, '02PPPPPRRRRRC'], true],
  [[], true],
  [['20pppppwwwwwc'], true],
  [['60PPPPPWWWWWC'], false],
  [['20PPPPPWWWWC'], false],
  [['20PPPPPWWRRRC'], false],
  [[WEIGHT, '201PPPPWWWWWC'], false],
  [[WEIGHT, WEIGHT], false],
  [Array.from({ length: 21 }, (_, n) => `2${100 + n}PPPWWWWWC`), false],
])('patterns of scales: %j', (patterns, isRight) => {
  expect(ScalePatterns.safeParse(patterns).success).toBe(isRight)
})
