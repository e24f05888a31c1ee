import { expect, test } from 'vitest'
import { VatRateFormat } from './vat-rate-format.ts'

test.each([
  ...[...['15', '15%', '15,00 %', '15.0', '0.15', 'Y', 'yes', 'TRUE', 'Ja', 'VAT', 'Standard-rated'].map((cell) => [cell, 15])],
  ...[...['0', '0%', '0.00 %', 'zero rated', 'Zero-rated', 'N', 'false', 'Nee'].map((cell) => [cell, 0])],
  ...[...['exempt', 'VAT exempt', 'Vrygestel'].map((cell) => [cell, 'exempt'])],
  ['14', 14],
  ['15,5 %', 15.5],
  ['0.15 %', 0.15],
])('VAT of a file: %s is %s', (cell, value) => {
  expect(new VatRateFormat({ title: 'VAT' }).parse(String(cell))).toEqual({ value })
})

test('VAT of a file: text that is no rate is refused', () => {
  expect(new VatRateFormat({ title: 'VAT' }).parse('later')).toEqual({ problem: '“later” is not a VAT rate.' })
})

test('VAT of a file: a yes is refused where the title may mean that there is no VAT', () => {
  const problem = '“Y” can be read in two ways: write 15 or 0.'
  expect(new VatRateFormat({ title: 'VAT exempt' }).parse('Y')).toEqual({ problem })
  expect(new VatRateFormat({ title: 'VAT exempt' }).parse('15')).toEqual({ value: 15 })
})
