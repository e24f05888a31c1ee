import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import classes from './column-matching.module.css'

/** The field of each column, in the order of the columns; null for an ignored one. */
export type ChosenFields = (string | null)[]

export type FieldLabel = {
  field: string
  label: string
  /** Columns of required fields come first, those of rare ones are folded. */
  rank?: 'required' | 'rare'
}

type Props = {
  columns: readonly FileColumn[]
  fields: readonly FieldLabel[]
  chosen: ChosenFields
  /** A required field has no column yet, so that every column is of interest. */
  isIncomplete: boolean
  onChange: (chosen: ChosenFields) => void
}

/** The first rows of a file, with the field of each column above it. A field that is chosen for another column moves there. */
export function ColumnMatching({ columns, fields, chosen, isIncomplete, onChange }: Props) {
  // Decided once: a column must not move while its field is chosen.
  const [{ first, folded }] = useState(() => orderColumns(chosen, fields, isIncomplete))
  const [isFolded, setFolded] = useState(folded.length > 0)
  const shown = isFolded ? first : [...first, ...folded]
  const rows = Math.max(0, ...columns.map(({ cells }) => cells.length))
  const choose = (index: number, field: string | null) =>
    onChange(chosen.map((current, place) => (place === index ? field : current === field ? null : current)))

  return (
    <>
      {/* The fields in it can be focused, so the keyboard scrolls it. */}
      <section className="framed" style={{ overflowX: 'auto' }} aria-label="First rows of the file">
        <table className={`table ${classes.table}`}>
          <thead>
            <tr>
              {shown.map((index) => (
                <th key={index} scope="col" data-ignored={chosen[index] === null || undefined}>
                  <NativeSelect
                    size="sm"
                    aria-label={`Column ${columns[index]?.title}`}
                    value={chosen[index] ?? ''}
                    onChange={(event) => choose(index, event.currentTarget.value || null)}
                  >
                    <option value="">Not used</option>
                    {fields.map(({ field, label }) => (
                      <option key={field} value={field}>
                        {label}
                      </option>
                    ))}
                  </NativeSelect>
                  <span className="ellipsis">{columns[index]?.title}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <tr key={row}>
                {shown.map((index) => (
                  <td key={index} data-ignored={chosen[index] === null || undefined}>
                    {columns[index]?.cells[row]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {folded.length > 0 && (
        <div>
          <Button variant="default" size="xs" aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
            {isFolded ? `More columns (${folded.length})` : 'Fewer columns'}
          </Button>
        </div>
      )}
    </>
  )
}

/** The indexes of the columns: those of required fields, those that may be one, and those of other fields. The rest is folded. */
function orderColumns(chosen: ChosenFields, fields: readonly FieldLabel[], isIncomplete: boolean) {
  const ranks = new Map(fields.map(({ field, rank }) => [field, rank ?? 'usual']))
  const getPlace = (index: number) => fields.findIndex(({ field }) => field === chosen[index])
  const ordered = [...chosen.keys()].sort((a, b) => getPlace(a) - getPlace(b))
  const byRank = Map.groupBy(ordered, (index) => ranks.get(chosen[index] ?? '') ?? 'unused')
  const list = (rank: 'required' | 'usual' | 'rare' | 'unused') => byRank.get(rank) ?? []
  const first = [...list('required'), ...(isIncomplete ? list('unused') : []), ...list('usual')]
  const folded = [...list('rare'), ...(isIncomplete ? [] : list('unused'))]
  return first.length > 0 ? { first, folded } : { first: folded, folded: [] }
}
