import { expect, test } from 'vitest'
import { barcodeIdentity, pickByBarcode } from './barcode-identity.ts'

test.for([
  ['zeros that a spreadsheet lost or a till added', ['036000291452', '0036000291452', '36000291452', '00036000291452']],
  [
    'what spreadsheets and people add',
    [
      '6009900000226',
      "'6009900000226",
      '’6009900000226',
      '6009900000226.0',
      '6 009900 000226',
      '6-009900-000226',
      '6009900\u00a0000226',
    ],
  ],
  ['characters that nobody sees', ['ab12', '\ufeffAB12', 'A\u200bB12', 'AB\u00ad12', 'ab 12', 'AB\u201012']],
  ['a short GTIN', ['96385074', '096385074', '0000096385074']],
  ['a number of the shop in capitals', ['Häm-7', 'HÄM7']],
] satisfies [string, string[]][])('barcode identity: %s are one', ([, barcodes]) => {
  expect(new Set(barcodes.map(barcodeIdentity)).size).toBe(1)
})

test.for([
  ['a short number of the shop and a GTIN of zeros', '17', '00000017'],
  ['a short number of the shop and a GTIN of zeros', '1007', '0000000001007'],
  ['short numbers with zeros, which no GTIN are', '17', '017'],
  ['a wrong check digit', '6009900000227', '06009900000227'],
  ['other digits', '6009900000226', '6009900000233'],
  ['more digits than a GTIN has', '6009900000226', '1006009900000226'],
  ['a fraction', '12.5', '125'],
  ['an apostrophe inside', "A'1", 'A1'],
  ['no barcode and a hyphen', '', '-'],
] satisfies [string, string, string][])('barcode identity: %s: %s is not %s', ([, a, b]) => {
  expect(barcodeIdentity(a)).not.toBe(barcodeIdentity(b))
})

test('barcode identity: blanks alone are no barcode', () => {
  expect(['', '  ', '\u200b\ufeff'].map(barcodeIdentity)).toEqual(['', '', ''])
})

test('of products that share a barcode, the one that has it letter by letter is found, else the older one', () => {
  const [newer, older] = [
    { productid: 2, barcode: '036000291452' },
    { productid: 1, barcode: '36000291452' },
  ]
  const products = [newer, older, { productid: 3, barcode: '' }, { productid: 4, barcode: '17' }]
  expect(pickByBarcode(products, '036000291452')).toBe(newer)
  expect(pickByBarcode(products, '0036000291452')).toBe(older)
  expect(pickByBarcode(products, '')).toBeUndefined()
  expect(pickByBarcode(products, '18')).toBeUndefined()
})
