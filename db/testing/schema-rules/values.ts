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

export const long = (length: number) => 'x'.repeat(length + 1)

export const oneOf = (column: string, ...values: (string | number)[]): Values[] => values.map((value) => ({ [column]: value }))
/** Empty, or longer than the limit. */
export const notOneTo = (column: string, length: number) => oneOf(column, '', long(length))
export const notUpTo = (column: string, length: number) => oneOf(column, long(length))
/** NaN is greater than every number, so only an upper bound refuses it. */
export const noPrice = (column: string) => oneOf(column, -0.01, 'NaN')
export const noRate = oneOf('vat_rate', '15.0', '15.50', '015', '100', '-1')
export const outside1990To2099 = (column: string) => oneOf(column, '1989-12-30T23:59:59Z', '2100-01-02T00:00:01Z', 'infinity')
