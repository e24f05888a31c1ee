import { type FieldTitles, matchColumns, normaliseTitle, type SampledColumn } from '../../../../contract/columns/match-columns.ts'

/** A file that a program writes, recognised by its titles. Titles are as `normaliseTitle` gives them. */
export type KnownExport<Field extends string> = {
  /** As in 'This is Square's export of items.' */
  name: string
  /** The titles that no other file has together. */
  titles: readonly string[]
  /** The field of each column whose title means another thing than elsewhere; null for numbers that are no part of an amount. */
  columns: Readonly<Record<string, Field | null>>
}

/** The export that a file is, the one with the most titles first. */
export function findExport<Field extends string>(columns: readonly SampledColumn[], exports: readonly KnownExport<Field>[]) {
  const titles = new Set(columns.map(({ title }) => normaliseTitle(title)))
  return exports
    .filter((known) => known.titles.every((title) => titles.has(title)))
    .toSorted((one, other) => other.titles.length - one.titles.length)[0]
}

/** The field of each column, null where none is recognised: as the export means it, and by the titles for its other columns. */
export function matchExport<Field extends string>(
  columns: readonly SampledColumn[],
  titles: FieldTitles<Field>,
  { columns: meant }: Pick<KnownExport<Field>, 'columns'>,
): (Field | null)[] {
  const find = ({ title }: SampledColumn) => {
    const name = normaliseTitle(title)
    return Object.hasOwn(meant, name) ? (meant[name] ?? null) : undefined
  }
  const taken = new Set(columns.map(find))
  const others = columns.filter((column) => find(column) === undefined)
  const matched = new Map(matchColumns(others, titles).map((field, index) => [others[index], field]))
  return columns.map((column) => {
    const field = find(column)
    if (field !== undefined) return field
    const other = matched.get(column) ?? null
    return other && taken.has(other) ? null : other
  })
}
