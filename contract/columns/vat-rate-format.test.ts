import { expect, test } from 'vitest'
import { VatRateFormat } from './vat-rate-format.ts'

test.each([
  ...[...['15', '15%', '15,00 %', '15.0', '0.15', 'Y', 'yes', 'TRUE', 'Ja', 'VAT', 'Standard-rated'].map((cell) => [cell, 15])],
  ...['S', 'SR', 'Std', '15% Standard', 'Standard 15 %', 'Standard Rate (15.00%)', 'VAT (15%)', 'VAT 15', 'Standaardkoers'].map(
    (cell) => [cell, 15],
  ),
  ...['Z', 'ZR', 'zero-rate', 'Zero rated (0%)', '0% Zero', 'No VAT', 'non-taxable', 'VAT 0%', 'Tax-free'].map((cell) => [
    cell,
    0,
  ]),
  ...['E', 'Exempt (0%)', 'Tax exempt', 'BTW vrygestel'].map((cell) => [cell, 'exempt']),
  ['14% Standard', 14],
  ['VAT 14', 14],
  ...[...['0', '0%', '0.00 %', 'zero rated', 'Zero-rated', 'N', 'false', 'Nee'].map((cell) => [cell, 0])],
  ...[...['exempt', 'VAT exempt', 'Vrygestel'].map((cell) => [cell, 'exempt'])],
  ['14', 14],
  ['15,5 %', 15.5],
  ['0.15 %', 0.15],
])('VAT of a file: %s is %s', (cell, value) => {
  expect(new VatRateFormat({ title: 'VAT' }).parse(String(cell))).toEqual({ value })
})

test.each([
  'later',
  'reduced-rate',
  'Zero rated 15%',
  'Exempt 15',
  '15% of 0',
  '%',
  'VAT 15 0',
  'constructor',
  '-15 VAT',
  '120% VAT',
])('VAT of a file: %s is refused', (cell) => {
  expect(new VatRateFormat({ title: 'VAT' }).parse(cell)).toEqual({ problem: `“${cell}” is not a VAT rate.` })
})

test('VAT of a file: a yes has the rate of the title, and a 1 is a yes where the title asks', () => {
  expect(new VatRateFormat({ title: 'Tax - "VAT" (14%)' }).parse('Y')).toEqual({ value: 14 })
  expect(new VatRateFormat({ title: 'Tax - "VAT" (14%)' }).parse('N')).toEqual({ value: 0 })
  expect(new VatRateFormat({ title: 'Taxable' }).parse('1')).toEqual({ value: 15 })
  expect(new VatRateFormat({ title: 'VAT' }).parse('1')).toEqual({ value: 1 })
})

test('VAT of a file: a rate that the business does not have is refused', () => {
  expect(new VatRateFormat({ allowed: [15, 0, 'exempt'] }).parse('14% Standard')).toEqual({ problem: 'A VAT rate is 15 or 0.' })
})

test('VAT of a file: a yes is refused where the title may mean that there is no VAT', () => {
  const problem = '“Y” can be read in two ways: write 15 or 0.'
  expect(new VatRateFormat({ title: 'VAT exempt' }).parse('Y')).toEqual({ problem })
  expect(new VatRateFormat({ title: 'VAT exempt' }).parse('15')).toEqual({ value: 15 })
})
