import { type ChosenFields, ColumnMatching } from '../../../ui/matching/column-matching.tsx'
import { StepHeading } from '../../../ui/steps/step-heading.tsx'
import { describeMissing, FIELD_LABELS } from './field-labels.ts'
import type { MatchingStep } from './use-sales-import.ts'

type Props = MatchingStep & { onChange: (chosen: ChosenFields) => void }

/** The choice of the columns that are not recognised by their titles. */
export function SalesMatching({ file, columns, chosen, onChange }: Props) {
  const missing = describeMissing(chosen)
  return (
    <>
      <StepHeading title={missing ?? 'Match the columns of your file'}>
        {file.name} • Your choice is used again for files with the same column titles.
      </StepHeading>
      <ColumnMatching
        columns={columns}
        fields={FIELD_LABELS}
        chosen={chosen}
        isIncomplete={missing !== undefined}
        onChange={onChange}
      />
    </>
  )
}
