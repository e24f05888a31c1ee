import { Box, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { pluralize } from '../../lib/format/money.ts'
import classes from './column-matching.module.css'

/** The field of each column, in the order of the columns; null for an ignored one. */
export type ChosenFields = (string | null)[]

/** Columns of required fields come first. */
export type FieldLabel = { field: string; label: string; isRequired?: boolean }

type Props = {
  columns: readonly FileColumn[]
  fields: readonly FieldLabel[]
  chosen: ChosenFields
  /** A required field has no column yet, so that ignored columns are of interest. */
  isIncomplete: boolean
  onChange: (chosen: ChosenFields) => void
}

/** The first rows of a file, with the field of each column above it. A field that is chosen for another column of the same store moves there. */
export function ColumnMatching({ columns, fields, chosen, isIncomplete, onChange }: Props) {
  const isPhone = useIsPhone()
  // Decided once: a column must not move while its field is chosen.
  const [{ first, rest }] = useState(() => orderColumns(columns, chosen, fields, isIncomplete))
  const [isFolded, setFolded] = useState(true)
  const folded = rest.filter((index) => chosen[index] === null)
  const shown = [...first, ...rest].filter((index) => !isFolded || !folded.includes(index))
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const Columns = isPhone ? ColumnCards : ColumnTable
  return (
    <>
      <Columns
        rows={rows}
        shown={shown.flatMap((index) =>
          columns.slice(index, index + 1).map((column) => ({ ...column, index, field: chosen[index] ?? null })),
        )}
        fields={fields}
        onChoose={(index, field) =>
          onChange(
            chosen.map((current, place) => {
              if (place === index) return field
              return current === field && columns[place]?.store === columns[index]?.store ? null : current
            }),
          )
        }
      />
      {columns.some(({ title }) => IS_VALUE.test(title)) && (
        <p className="grey small">The first line is read as column titles. If your file has none, add a line of titles.</p>
      )}
      {rows === 0 && <p className="grey small">The file has no rows below its titles.</p>}
      {folded.length > 0 && (
        <div>
          <Button variant="default" size="xs" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? pluralize(folded.length, 'more column') : 'Fewer columns'}
          </Button>
        </div>
      )}
    </>
  )
}

/** A number, an amount or a date in place of a title. */
const IS_VALUE = /^(R\s*)?[+-]?\d[\d\s.,:/-]*$/

type ShownColumn = FileColumn & { index: number }
type ShownProps = {
  /** The number of first rows. */
  rows: number
  shown: ShownColumn[]
  fields: readonly FieldLabel[]
  onChoose: (index: number, field: string | null) => void
}

const NAME = 'First rows of the file'

const ColumnTable = ({ rows, shown, ...choice }: ShownProps) => (
  // The fields in it can be focused, so the keyboard scrolls it.
  <section className="framed" style={{ overflowX: 'auto' }} aria-label={NAME}>
    <table className={`table ${classes.table}`}>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column.index} scope="col" data-ignored={column.field === null || undefined}>
              <FieldChoice column={column} {...choice} />
              <Box component="span" className="grey ellipsis" display="block" p="6px 0 0 2px" fz="xs">
                {column.title}
              </Box>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {shown.map(({ index, field, cells }) => (
              <td key={index} className="ellipsis digits" data-ignored={field === null || undefined} title={cells[row]}>
                {cells[row]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** For a phone: each column is a card with its field and its first values. */
const ColumnCards = ({ shown, ...choice }: ShownProps) => (
  <Box component="section" aria-label={NAME}>
    <ul className="framed ruled">
      {shown.map((column) => (
        <Box component="li" key={column.index} className="stack gap-4" p="12px">
          <p className="medium ellipsis">{column.title}</p>
          <FieldChoice column={column} {...choice} />
          <p className="grey small digits clamped">{[...new Set(column.cells.filter(Boolean))].join(' · ') || 'Empty'}</p>
        </Box>
      ))}
    </ul>
  </Box>
)

type ChoiceProps = Pick<ShownProps, 'fields' | 'onChoose'> & { column: ShownColumn }

const FieldChoice = ({ column: { index, title, field }, fields, onChoose }: ChoiceProps) => (
  <NativeSelect
    size="sm"
    aria-label={`Column ${title}`}
    value={field ?? ''}
    onChange={(event) => onChoose(index, event.currentTarget.value || null)}
  >
    <option value="">Not used</option>
    {fields.map(({ field, label }) => (
      <option key={field} value={field}>
        {label}
      </option>
    ))}
  </NativeSelect>
)

/** Of the ignored columns, one of which may be a required field. */
const IGNORED_SHOWN = 12

/** The indexes of the columns: those that are asked for, those of required fields, those that may be one, and those of other fields. The rest is folded. */
function orderColumns(
  columns: readonly FileColumn[],
  chosen: ChosenFields,
  fields: readonly FieldLabel[],
  isIncomplete: boolean,
) {
  const getPlace = (index: number) => fields.findIndex(({ field }) => field === chosen[index])
  const matched = [...chosen.keys()].filter((index) => getPlace(index) >= 0).sort((a, b) => getPlace(a) - getPlace(b))
  const isAsked = (index: number) => columns[index]?.is_asked === true
  const asked = [...chosen.keys()].filter(isAsked)
  const ignored = [...chosen.keys()].filter((index) => getPlace(index) < 0 && !isAsked(index))
  const isRequired = (index: number) => fields[getPlace(index)]?.isRequired === true
  const candidates = isIncomplete || matched.length === 0 ? ignored.slice(0, IGNORED_SHOWN) : []
  return {
    first: [...asked, ...matched.filter(isRequired), ...candidates, ...matched.filter((index) => !isRequired(index))],
    rest: ignored.slice(candidates.length),
  }
}
