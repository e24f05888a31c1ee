import { Box } from '@mantine/core'
import type { ImportSheet } from '../../../contract/imports.ts'
import { pluralize } from '../../lib/format/money.ts'
import { ImportCheckbox } from './import-checkbox.tsx'

type Props = {
  sheets: readonly ImportSheet[]
  /** Names; without a choice, the server chose. */
  chosen: readonly string[] | undefined
  onChange: (names: string[]) => void
}

/** Which sheets of a workbook are read, and how many of their rows are hidden. A sheet with other titles is read alone. */
export function SheetChoice({ sheets, chosen, onChange }: Props) {
  const isChosen = ({ name, is_chosen }: ImportSheet) => chosen?.includes(name) ?? is_chosen
  const hidden = sheets.filter(isChosen).reduce((sum, { hidden_rows }) => sum + hidden_rows, 0)
  const toggle = (sheet: ImportSheet) => {
    const others = sheets.filter((other) => other !== sheet && other.shape === sheet.shape && isChosen(other))
    const next = isChosen(sheet) ? others : [...others, sheet]
    if (next.length > 0) onChange(next.map(({ name }) => name))
  }
  return (
    <>
      {sheets.length > 1 && (
        <fieldset>
          <legend className="small medium">Sheets to read</legend>
          <Box className="row wrap gap-16" mah={200} style={{ overflowY: 'auto' }}>
            {sheets.map((sheet) => (
              <ImportCheckbox
                key={sheet.name}
                label={`${sheet.name} (${pluralize(sheet.rows, 'row')}${sheet.is_hidden ? ', hidden' : ''})`}
                checked={isChosen(sheet)}
                onChange={() => toggle(sheet)}
              />
            ))}
          </Box>
        </fieldset>
      )}
      {hidden > 0 && (
        <p className="small">
          {hidden === 1 ? 'Includes 1 row hidden by a filter.' : `Includes ${pluralize(hidden, 'row')} hidden by a filter.`}
        </p>
      )}
    </>
  )
}
