import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import type { MatchedTable } from '../../../shared/files/match-table.ts'

/**
 * Whether the person has to match columns before a preview is of use: nothing identifies a product, or no column is the price while
 * an unknown one has numbers.
 */
export function needsPerson({ table, fields, by }: MatchedTable<ProductField>) {
  if (!fields.includes('productname') && !fields.includes('barcode')) return true
  if (by !== 'titles' || fields.includes('price')) return false
  return table.columns.some(({ samples }, index) => fields[index] === null && samples.some(hasNumber))
}

const hasNumber = (sample: string) => /^[^\p{L}]*(?:ZAR|R)?[^\p{L}]*\d[^\p{L}]*$/iu.test(sample)
