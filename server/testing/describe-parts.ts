import type { Column, ColumnType, Part } from '../business-file/part.ts'
import { PARTS } from '../business-file/parts.ts'

const TYPES: Record<ColumnType, string> = {
  id: 'number',
  whole: 'whole number',
  cents: 'amount in cents',
  money: 'amount, two decimals',
  quantity: 'number, three decimals',
  price: 'amount, up to four decimals',
  text: 'text',
  boolean: 'true or false',
  timestamp: 'time',
  date: 'day',
  uuid: 'UUID',
  hex: 'hexadecimal',
  json: 'JSON',
  ids: 'list of numbers',
  texts: 'list of texts',
}

const describeColumn = ({ name, type, means, isOptional, shown, default: value }: Column) => {
  const added = value !== undefined && `added later${value && `, ${value} in older files`}`
  const notes = [isOptional && !shown && 'may be empty', shown && 'for readers only', added].filter(Boolean).join(', ')
  return `| \`${name}\` | ${TYPES[type]} | ${means}${notes && ` (${notes})`} |`
}

const describePart = ({ file, means, columns, isAddedLater }: Part) =>
  [
    `## ${file}`,
    '',
    means + (isAddedLater ? ' Older files do not have it.' : ''),
    '',
    '| Column | Type | Meaning |',
    '|---|---|---|',
    ...columns.map(describeColumn),
  ].join('\n')

/** docs/business-file-columns.md. */
export const renderColumnsPage = () =>
  [
    '# The columns of the file of a business',
    'Generated from `server/business-file/parts.ts`. [business-file.md](business-file.md) has the rest.',
    ...PARTS.map(describePart),
    '',
  ].join('\n\n')
