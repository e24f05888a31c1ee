import {
  type FieldTitles,
  listForms,
  matchColumns,
  normaliseTitle,
  type SampledColumn,
} from '../../../../contract/columns/match-columns.ts'

/**
 * A file that a program writes, recognised by its titles. Titles are as `normaliseTitle` gives them. A title without its brackets is
 * enough: 'final price' is 'Final price (ZAR)' too.
 */
export type KnownExport<Field extends string> = {
  /** As in 'This is Square's export of items.' */
  name: string
  /** The titles that no other file has together. */
  titles: readonly string[]
  /** The field of each column whose title means another thing than elsewhere; null for numbers that are no part of an amount. */
  columns: Readonly<Record<string, Field | null>>
  /** Words before the name of a store in a title, and the title that they mean: 'location' for 'location_Main Street', the stock there. */
  storeColumns?: Readonly<Record<string, string>>
  /** Whether the total of a sale has its tip and its gift cards. Without it, the amounts of the file or a person say so. */
  areExtrasInTotal?: boolean
  /** The amounts of lines leave out the VAT, which the total of their sale has. */
  areLinesNet?: boolean
}

/** The export that a file is, the one with the most titles first. */
export function findExport<Field extends string>(columns: readonly SampledColumn[], exports: readonly KnownExport<Field>[]) {
  const titles = new Set(columns.flatMap(({ title }) => listForms(title).map(({ words }) => words)))
  return exports
    .filter((known) => known.titles.every((title) => titles.has(title)))
    .toSorted((one, other) => other.titles.length - one.titles.length)[0]
}

/** What an export says of a column: its field, null for one that is no part of an amount, undefined for one that it does not name. */
export function findMeaning<Field extends string>(title: string, { columns }: Pick<KnownExport<Field>, 'columns'>) {
  const name = listForms(title).find(({ words }) => Object.hasOwn(columns, words))?.words
  return name === undefined ? undefined : (columns[name] ?? null)
}

/** The field of each column, null where none is recognised: as the export means it, and by the titles for the other columns. */
export function matchExport<Field extends string>(
  columns: readonly SampledColumn[],
  titles: FieldTitles<Field>,
  known: Pick<KnownExport<Field>, 'columns'> = { columns: {} },
): (Field | null)[] {
  const meant = columns.map(({ title }) => findMeaning(title, known))
  const others = columns.filter((_, index) => meant[index] === undefined)
  const matched = new Map(matchColumns(others, titles).map((field, index) => [others[index], field]))
  /** Of two columns with one field, the one without brackets has it; none of two with the same title. */
  const isOnly = (field: Field, { title }: SampledColumn) => {
    const same = columns.filter((_, index) => meant[index] === field)
    const exact = same.filter((column) => Object.hasOwn(known.columns, normaliseTitle(column.title)))
    return same.length === 1 || (exact.length === 1 && exact[0]?.title === title)
  }
  return columns.map((column, index) => {
    const field = meant[index]
    if (field) return isOnly(field, column) ? field : null
    const other = (field === undefined && matched.get(column)) || null
    return other && meant.includes(other) ? null : other
  })
}
