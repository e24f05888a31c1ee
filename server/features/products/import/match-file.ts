import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import type { MatchedTable } from '../../../shared/files/match-table.ts'

/**
 * Whether the person has to match columns before a preview is of use: nothing identifies a product, no column is the name while an
 * unknown one has texts, or no column is the price while an unknown one has numbers.
 */
export function needsPerson({ table, fields, by }: MatchedTable<ProductField>) {
  if (!fields.includes('productname') && !fields.includes('barcode')) return true
  if (by !== 'titles') return false
  // Without names no product can be added: a column of texts may be the name.
  if (
    !fields.includes('productname') &&
    table.columns.some(({ samples }, index) => fields[index] === null && samples.some(hasText))
  )
    return true
  if (fields.includes('price')) return false
  return table.columns.some(({ samples }, index) => fields[index] === null && samples.some(hasNumber))
}

const hasText = (sample: string) => /\p{L}{2}/u.test(sample) && !hasNumber(sample)
const hasNumber = (sample: string) => /^[^\p{L}]*(?:ZAR|R)?[^\p{L}]*\d[^\p{L}]*$/iu.test(sample)
