import { Box, Button } from '@mantine/core'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import type { FieldLabel } from './column-matching.tsx'

type Props = { columns: readonly FileColumn[]; labels: readonly FieldLabel[]; onRematch: () => void }

const IGNORED_SHOWN = 8

/** The fields of the columns whose titles are other words, and the ignored columns. */
export function ColumnSummary({ columns, labels, onRematch }: Props) {
  const findLabel = (field: string | null) => labels.find((known) => known.field === field)?.label
  const ignored = columns.filter(({ field }) => !findLabel(field)).map(({ title }) => title)
  const more = ignored.length - IGNORED_SHOWN
  const names = more > 1 ? `${ignored.slice(0, IGNORED_SHOWN).join(', ')} and ${more} more` : ignored.join(', ')
  const read = columns.flatMap(({ title, field }) => {
    const label = findLabel(field)
    return label && !label.toLowerCase().includes(title.toLowerCase()) ? [`${title} → ${label}`] : []
  })
  return (
    <div className="row wrap between grey small">
      <Box component="p" className="break" flex="1 1 320px">
        {read.length > 0 && `Columns: ${read.join(', ')}. `}
        {ignored.length > 0 && `Ignored columns: ${names}.`}
      </Box>
      <Button variant="default" size="xs" onClick={onRematch}>
        Match columns
      </Button>
    </div>
  )
}
