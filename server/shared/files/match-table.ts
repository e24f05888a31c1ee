import type { DateOrder } from '../../../contract/columns/date-format.ts'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import { type FieldTitles, recallFields } from '../../../contract/columns/match-columns.ts'
import type { InBusiness, Scope } from '../../../db/tenant-scope.ts'
import { findColumnMatching, type ImportNoun, saveColumnMatching } from './column-matchings.ts'
import { InvalidFile } from './invalid-file.ts'
import { findExport, type KnownExport, matchExport } from './known-exports/known-export.ts'
import type { Table } from './read-table.ts'

/** A file with the field of each of its columns; null for an ignored column. */
export type MatchedTable<Field extends string> = {
  table: Table
  noun: ImportNoun
  fields: (Field | null)[]
  /** What a person chose for a file whose dates can be read in two ways. */
  date_order: DateOrder | null
  /** Who decided: the person now, the person for an earlier file, or the titles. */
  by: 'choice' | 'memory' | 'titles'
  madeBy?: KnownExport<Field> | undefined
}

type Options<Field extends string> = {
  noun: ImportNoun
  titles: FieldTitles<Field>
  exports?: readonly KnownExport<Field>[]
  /** A field or '' for each column. */
  chosen: readonly (Field | '')[] | undefined
  date_order?: DateOrder | undefined
}

/** Finds the fields of the columns: as the person chooses, as for the last file with these titles, as the program means them that wrote the file, or by the titles. */
export async function matchTable<Field extends string>(
  within: InBusiness,
  table: Table,
  { noun, titles, exports = [], chosen, date_order }: Options<Field>,
): Promise<MatchedTable<Field>> {
  const stored = await within((scope) => findColumnMatching(scope, noun, table.shape))
  const order = date_order ?? stored?.date_order ?? null
  const madeBy = findExport(table.columns, exports)
  const read = { table, noun, date_order: order, madeBy }
  if (chosen) {
    if (chosen.length !== table.columns.length) throw new InvalidFile('This file has other columns than before. Choose it again.')
    return { ...read, fields: chosen.map((field) => field || null), by: 'choice' }
  }
  const keys = table.columns.map(({ key }) => key)
  return stored
    ? { ...read, fields: recallFields(keys, stored.fields, titles), by: 'memory' }
    : { ...read, fields: matchExport(table.columns, titles, madeBy), by: 'titles' }
}

/** Keeps what the person chose for the next file with these titles. */
export async function keepChoice<Field extends string>(
  scope: Scope,
  { table, noun, fields, date_order, by }: MatchedTable<Field>,
  isDateChosen = false,
) {
  if (by !== 'choice' && !isDateChosen) return
  const byKey = Object.fromEntries(table.columns.map(({ key }, index) => [key, fields[index] ?? '']))
  await saveColumnMatching(scope, { noun, shape: table.shape, fields: byKey, date_order })
}

export const describeColumns = <Field extends string>({ table, fields }: MatchedTable<Field>): FileColumn[] =>
  table.columns.map(({ title, cells }, index) => ({ title, cells, field: fields[index] ?? null }))
