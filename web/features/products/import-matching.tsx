import { PRODUCT_FIELDS, type ProductField } from '../../../contract/columns/import-fields.ts'
import { type ChosenFields, ColumnMatching, type FieldLabel } from '../../ui/matching/column-matching.tsx'
import { StepHeading } from '../../ui/steps/step-heading.tsx'
import { LABELS } from './product-form.ts'
import type { MatchingStep } from './use-import.ts'

const RANKS: Partial<Record<ProductField, FieldLabel['rank']>> = {
  ...{ productname: 'required', barcode: 'required', price: 'required' },
  ...{ reorder_level: 'rare', order_quantity: 'rare', description: 'rare' },
}

export const FIELD_LABELS = PRODUCT_FIELDS.map((field): FieldLabel => {
  const label = field === 'site' ? 'Site' : LABELS[field]
  return RANKS[field] ? { field, label, rank: RANKS[field] } : { field, label }
})

export const identifiesProducts = (chosen: ChosenFields) => chosen.includes('productname') || chosen.includes('barcode')

type Props = MatchingStep & { onChange: (chosen: ChosenFields) => void }

/** What is missing, in words. Without a name, products are found by their barcode, and none can be added. */
function describeMissing(chosen: ChosenFields) {
  if (chosen.includes('productname')) return undefined
  return chosen.includes('barcode')
    ? 'Choose the column with the product name, if the file has one. Without it, no product can be added.'
    : 'Choose the column with the product name, or the one with the barcode.'
}

/** The choice of the columns that are not recognised by their titles. */
export function ImportMatching({ source, columns, chosen, onChange }: Props) {
  const missing = describeMissing(chosen)
  return (
    <>
      <StepHeading title={missing ?? 'Match the columns of your file'}>
        {source.file.name} • Your choice is used again for files with the same column titles.
      </StepHeading>
      <ColumnMatching
        columns={columns}
        fields={FIELD_LABELS}
        chosen={chosen}
        isIncomplete={!chosen.includes('productname') || !chosen.includes('price')}
        onChange={onChange}
      />
    </>
  )
}
