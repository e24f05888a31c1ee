import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './small-table.module.css'

export type SmallTableColumn<Row> = {
  title: string
  cell: (row: Row, index: number) => ReactNode
  /** What the column holds, where that is not words: 'name' names its row, 'number' stands at the right. */
  holds?: 'name' | 'number' | 'rank'
  /** A phone has no room for it. */
  wide?: boolean
  grey?: boolean
}

type Props<Row> = {
  titleId: string
  columns: SmallTableColumn<Row>[]
  /** Undefined while they load. */
  rows: Row[] | undefined
  keyOf: (row: Row) => number
  /** How many rows hold the place of those that load. */
  awaited: number
  /** The last row. */
  sum?: { title: string; value: ReactNode }
}

/** A few rows that are read as a whole: no order to choose and no pages. */
export function SmallTable<Row>({ titleId, columns, rows, keyOf, awaited, sum }: Props<Row>) {
  const wide = columns.filter((column) => column.wide).length
  return (
    <table className={classes.table} aria-labelledby={titleId}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" {...looks(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row, index) => (
          <tr key={keyOf(row)}>
            {columns.map((column) =>
              column.holds === 'name' ? (
                <th key={column.title} scope="row">
                  {column.cell(row, index)}
                </th>
              ) : (
                <td key={column.title} {...looks(column)}>
                  {column.cell(row, index)}
                </td>
              ),
            )}
          </tr>
        )) ??
          Array.from({ length: awaited }, (_, row) => (
            <tr key={row}>
              <td colSpan={columns.length}>
                <Skeleton height={12} width={`${88 - ((row * 13) % 40)}%`} />
              </td>
            </tr>
          ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - wide - 1}>
              {sum.title}
            </th>
            {wide > 0 && <td data-wide colSpan={wide} />}
            <td data-holds="number">{sum.value}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const looks = ({ holds, wide, grey }: SmallTableColumn<never>) => ({
  'data-holds': holds,
  'data-wide': wide,
  'data-grey': grey,
})

/** On a phone, what a column has no room for: a second line below the name. */
export const SecondaryLine = ({ children }: { children: ReactNode }) => <span className={classes.below}>{children}</span>
