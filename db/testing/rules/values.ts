import { escapeIdentifier, escapeLiteral } from 'pg'

export type Values = Record<string, string | number | boolean | null>

const toSql = (value: Values[string]) => (value === null ? 'null' : escapeLiteral(String(value)))

export const insert = (table: string, values: Values) =>
  `insert into ${table} (${Object.keys(values).map(escapeIdentifier).join(', ')}) overriding system value
   values (${Object.values(values).map(toSql).join(', ')})`

/** Changes the rows that the role sees, or those of the condition. */
export const update = (table: string, values: Values, where = 'true') =>
  `update ${table} set ${Object.entries(values)
    .map(([column, value]) => `${escapeIdentifier(column)} = ${toSql(value)}`)
    .join(', ')} where ${where}`

export const disableTriggers = (table: string) => `alter table ${table} disable trigger user`
