/** A value is text in a CSV file, and is checked when the file is read. The types from `json` on are for JSON Lines only. */
export type ColumnType =
  | 'id'
  | 'whole'
  | 'money'
  | 'cents'
  | 'quantity'
  | 'price'
  | 'text'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'uuid'
  | 'hex'
  | 'json'
  | 'ids'
  | 'texts'

export type Column = {
  /** As the database calls it. */
  name: string
  type: ColumnType
  /** For docs/business-file.md. */
  means: string
  /** An empty cell is no value. Otherwise it is empty text. */
  isOptional?: true
  /** What older files, which do not have the column, are read with, as a file would have it. Without it the column is required. */
  default?: string
  /** The SQL of a column that helps a reader of the file. An import does not read it. */
  shown?: string
}

/** The rows of one table. A name that ends in .csv is a CSV file, .jsonl has one JSON object a line. */
export type Part = {
  file: string
  table: string
  /** The table in which an import writes the rows, when `table` is a function. */
  into?: string
  means: string
  /** What the rows are ordered by. It is unique. */
  key: string[]
  /** Which rows of the table `t` are in the file. Default: all of the business. */
  where?: string
  /** An import reads these rows by itself, or not at all. */
  isImportedApart?: true
  /** Older files do not have it. They are read as if it had no rows. */
  isAddedLater?: true
  columns: Column[]
}

export const column = (name: string, type: ColumnType, means: string): Column => ({ name, type, means })
export const optional = (name: string, type: ColumnType, means: string): Column => ({ name, type, means, isOptional: true })
/** A column that is younger than the file, and its value in older files. */
export const addedLater = (added: Column, value: string): Column => ({ ...added, default: value })
export const shown = (name: string, means: string, sql: string): Column => ({
  name,
  type: 'text',
  means,
  isOptional: true,
  shown: sql,
})

export const createdAt = column('created_at', 'timestamp', 'When it was added')
export const sitename = shown(
  'sitename',
  'The name of the site',
  '(select s.sitename from site s where s.businessid = t.businessid and s.siteid = t.siteid)',
)

/** Whether a value is one of JSON, and not text. */
export const isJson = ({ type }: Column) => type === 'json' || type === 'ids' || type === 'texts'

export const isCsv = ({ file }: Part) => file.endsWith('.csv')
