import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Direction } from '../../contract/shared/list.ts'
import type { Selection } from './use-selection.ts'

export type Column<Row, Sort extends string> = {
  title: string
  cell: (row: Row) => ReactNode
  /** What the server calls the order by this column; without it the column cannot be sorted. */
  sort?: Sort
  /** The direction a sort by this column begins with; ascending when not said. */
  first?: Direction
  /** Figures stand at the right, digit under digit. */
  numeric?: boolean
  /** A CSS width; the columns without one share what is left. */
  width?: string
}

export type RowAction<Row> = {
  /** 'Edit'; with the row's name behind it, it is the accessible name: 'Edit Sandton'. */
  verb: string
  icon: Icon
  run: (row: Row) => void
}

/** How rows of one kind are shown: as cells where there is room, as a card elsewhere. */
export type RowView<Row, Sort extends string> = {
  key: (row: Row) => number
  /** What the row is called where its actions are named: 'Sandton', 'sale 1042'. */
  name: (row: Row) => string
  columns: Column<Row, Sort>[]
  /** A single one is also what a click anywhere on the row does. */
  actions: RowAction<Row>[]
  card: (row: Row) => { title: ReactNode; facts: ReactNode; figure: ReactNode; picture?: ReactNode }
  /** Rows whose first cell has a second line are 60 px high instead of 48. */
  tall?: boolean
  /** px that the columns need side by side; with less the rows are cards. */
  minWidth: number
}

/** What a click on a row does, if there can be no doubt. */
export const onlyAction = <Row, Sort extends string>({ actions }: RowView<Row, Sort>) =>
  actions.length === 1 ? actions[0] : undefined

/** What either face of a list gets to show. Without rows they are still on their way. */
export type RowsProps<Row, Sort extends string> = {
  titleId: string
  view: RowView<Row, Sort>
  rows: Row[] | undefined
  /** The rows are those of the page before, until the next one comes. */
  isStale: boolean
  sort: Sort
  dir: Direction
  onSort: (column: SortableColumn<Row, Sort>) => void
  /** Rows can be chosen where there is one. */
  selection?: Selection
  /** Stands before the rows, or in their place. */
  note: ReactNode
}

export type SortableColumn<Row, Sort extends string> = Column<Row, Sort> & { sort: Sort }

export const isSortable = <Row, Sort extends string>(column: Column<Row, Sort>): column is SortableColumn<Row, Sort> =>
  column.sort !== undefined
