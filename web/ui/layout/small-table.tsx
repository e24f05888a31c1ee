import { Box, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './small-table.module.css'

export type SmallTableColumn<Row> = {
  title: string
  cell: (row: Row, index: number) => ReactNode
  /** In the footer, beside the sum of the table. */
  sum?: ReactNode
  /** 'name' is the header of its row, 'number' is right-aligned. */
  holds?: 'name' | 'number' | 'rank'
  /** Hidden on a phone. */
  wide?: boolean
  grey?: boolean
  /** px, so that it does not move when the rows appear. */
  width?: number
}

type Props<Row> = {
  titleId: string
  columns: SmallTableColumn<Row>[]
  /** Undefined while they load. */
  rows: Row[] | undefined
  rowKey: (row: Row) => number
  /** The number of skeleton rows while it loads. */
  skeletonRows: number
  /** A name has a second line. */
  tall?: boolean
  /** The footer. */
  sum?: { title: ReactNode; value: ReactNode }
}

/** A short table without sorting and pages. */
export function SmallTable<Row>({ titleId, columns, rows, rowKey, skeletonRows, tall, sum }: Props<Row>) {
  const wide = columns.filter((column) => column.wide).length
  return (
    <table className={`table lined ${classes.table}`} aria-labelledby={titleId} data-tall={tall}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" style={{ width: column.width }} {...getColumnAttributes(column)}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row, index) => (
          <tr key={rowKey(row)}>
            {columns.map((column) =>
              column.holds === 'name' ? (
                <th key={column.title} scope="row">
                  {column.cell(row, index)}
                </th>
              ) : (
                <td key={column.title} {...getColumnAttributes(column)}>
                  {column.cell(row, index)}
                </td>
              ),
            )}
          </tr>
        )) ??
          Array.from({ length: skeletonRows }, (_, row) => (
            // Not the key of a row: a row that grows would push those below it.
            <tr key={`skeleton ${row}`}>
              <td colSpan={columns.length}>
                <Skeleton height={12} width={`${88 - ((row * 13) % 40)}%`} />
              </td>
            </tr>
          ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            {columns.some((column) => column.sum !== undefined) ? (
              <>
                <th scope="row">{sum.title}</th>
                {columns.slice(1, -1).map((column) => (
                  <td key={column.title} {...getColumnAttributes(column)}>
                    {column.sum}
                  </td>
                ))}
              </>
            ) : (
              <>
                <th scope="row" colSpan={columns.length - wide - 1}>
                  {sum.title}
                </th>
                {wide > 0 && <td data-wide colSpan={wide} />}
              </>
            )}
            <td className="number">{sum.value}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const getColumnAttributes = ({ holds, wide, grey }: SmallTableColumn<never>) => ({
  className: holds === 'number' ? 'number' : undefined,
  'data-rank': holds === 'rank' || undefined,
  'data-wide': wide,
  'data-grey': grey,
})

/** A second line below the name, for the columns that a phone does not show. */
export const SecondaryLine = ({ children }: { children: ReactNode }) => (
  <Box component="span" className="second-line" hiddenFrom="sm">
    {children}
  </Box>
)
