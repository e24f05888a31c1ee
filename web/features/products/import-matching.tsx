import { PRODUCT_FIELDS } from '../../../contract/columns/import-fields.ts'
import { type ChosenFields, ColumnMatching } from '../../ui/matching/column-matching.tsx'
import { StepHeading } from '../../ui/steps/step-heading.tsx'
import { LABELS } from './product-form.ts'
import type { MatchingStep } from './use-import.ts'

export const FIELD_LABELS = PRODUCT_FIELDS.map((field) => ({ field, label: field === 'site' ? 'Site' : LABELS[field] }))

export const identifiesProducts = (chosen: ChosenFields) => chosen.includes('productname') || chosen.includes('barcode')

type Props = MatchingStep & { onChange: (chosen: ChosenFields) => void }

/** The choice of the columns that are not recognised by their titles. */
export const ImportMatching = ({ source, columns, chosen, onChange }: Props) => (
  <>
    <StepHeading title="Match the columns of your file">
      {source.file.name} • Your choice is used again for files with the same column titles.
    </StepHeading>
    {!identifiesProducts(chosen) && <p>Choose the column with the product name, or the one with the barcode.</p>}
    <ColumnMatching columns={columns} fields={FIELD_LABELS} chosen={chosen} onChange={onChange} />
  </>
)
