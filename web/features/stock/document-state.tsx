import type { DocumentRow } from '../../../contract/stock-documents.ts'
import { Pill } from '../../ui/display/pill.tsx'
import { describeState, isLate } from './describe-document.ts'

type Props = { row: Pick<DocumentRow, 'kind' | 'state' | 'expected_on' | 'is_correction'>; today: string }

/** The state in a word, and whether an order is late. */
export function DocumentState({ row, today }: Props) {
  const { name, tone } = describeState(row)
  return (
    <span className="row wrap gap-4">
      <Pill tone={tone} {...(tone !== 'grey' && { dot: true })}>
        {name}
      </Pill>
      {isLate(row, today) && <Pill tone="red">Late</Pill>}
    </span>
  )
}
