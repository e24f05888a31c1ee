import type { Icon } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Direction } from '../../contract/shared/list.ts'
import type { Selection } from './use-selection.ts'

export type Column<Row, Sort extends string> = {
  title: string
  cell: (row: Row) => ReactNode
  /** The sort key of the API. A column without one cannot be sorted. */
  sort?: Sort
  /** What the title does not say, such as what the column is sorted by: the tooltip of the header. */
  hint?: string
  /** The first direction; ascending by default. */
  first?: Direction
  /** Right-aligned, with figures of equal width. */
  numeric?: boolean
  /** Its cells are the headers of their rows. */
  isHeader?: boolean
  /** A CSS width. Columns without one share the rest. */
  width?: string
  /** Gives way where the table has no room; 1 goes first. */
  minor?: number
  /** A purchase price, or what is computed from purchase prices. */
  isCost?: boolean
}

export type RowAction<Row> = {
  /** 'Edit'. With the name of the row it is the accessible name: 'Edit Sandton'. */
  verb: string
  icon: Icon
  /** Shows the verb beside the icon. */
  hasLabel?: boolean
  run: (row: Row) => void
  /** Also runs on a click anywhere in the row. */
  isMain?: boolean
  /** Whether a row has it; every row without. */
  isOffered?: (row: Row) => boolean
}

export const isOffered = <Row>(action: RowAction<Row>, row: Row) => !action.isOffered || action.isOffered(row)

/** px of the side menu and the page's padding. */
export const OUTSIDE_WIDTH = 256 + 2 * 32

/** px of a button in the actions of a table row, with the gap before it. */
const BUTTON_WIDTH = 40
const LABEL_WIDTH = 48

export const getActionsWidth = <Row>(actions: RowAction<Row>[]) =>
  Math.max(96, 20 + actions.reduce((width, { hasLabel }) => width + BUTTON_WIDTH + (hasLabel ? LABEL_WIDTH : 0), 0))

/** A figure of a card beside the main one, with its label. */
export type CardValue = { label: string; value: ReactNode; isCost?: boolean }

/** How a list shows its rows: as table cells, or as cards on a narrow screen. */
export type RowView<Row, Sort extends string> = {
  key: (row: Row) => number
  /** The name in the labels of its actions: 'Sandton', 'sale 1042'. */
  name: (row: Row) => string
  columns: Column<Row, Sort>[]
  /**
   * A single action is the main one. Without actions the table has no column for them: then a link with `data-main` in a cell, and in the
   * card, opens the row.
   */
  actions: RowAction<Row>[]
  card: (row: Row) => { title: ReactNode; facts: ReactNode; figure: ReactNode; values?: CardValue[]; picture?: ReactNode }
  /** Rows with a second line are 60 px high instead of 48. */
  tall?: boolean
  /** px that the columns need. Where there is no room for those that are not `minor`, the rows are cards. */
  minWidth: number
  /** px of a table that scrolls sideways where it has less. */
  tableWidth?: number
  /** Whether a row has the sums of those above it. */
  isSubtotal?: (row: Row) => boolean
  /** What the total has beside the rows, such as what is in transit between sites: before the total, on each page. */
  beforeTotal?: Row | undefined
  /** The sums of all rows, also of those on other pages: the last row. */
  total?: Row | undefined
}

/** The view without the costs for a person who does not see them: a dash would say that a cost is missing. */
export const chooseVisible = <Row, Sort extends string>(view: RowView<Row, Sort>, seesCosts: boolean): RowView<Row, Sort> =>
  seesCosts
    ? view
    : {
        ...view,
        columns: view.columns.filter(({ isCost }) => !isCost),
        card: (row) => {
          const { values = [], ...card } = view.card(row)
          return { ...card, values: values.filter(({ isCost }) => !isCost) }
        },
      }

/** The action of a click on a row. */
export const getMainAction = <Row, Sort extends string>(view: RowView<Row, Sort>) =>
  view.actions.find(({ isMain }) => isMain) ?? getOnlyAction(view)

/**
 * A click on a row opens it: it clicks its main button or link, which has `data-main`, or does `run` instead. Not a click on one of its
 * controls, nor at the end of a text selection.
 */
export function openRow({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>, run?: () => void) {
  if ((target as Element).closest('button, a, label, input, [role=menu]') || getSelection()?.type === 'Range') return
  const main = currentTarget.querySelector<HTMLElement>('[data-main]')
  // A dialog returns the focus to it.
  main?.focus()
  if (run) run()
  // With the keys that were held: they open a link in another tab.
  else main?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}

export const getOnlyAction = <Row, Sort extends string>({ actions }: RowView<Row, Sort>) =>
  actions.length === 1 ? actions[0] : undefined

/** The props of the table and of the cards. `rows` is undefined while they load. */
export type RowsProps<Row, Sort extends string> = {
  titleId: string
  view: RowView<Row, Sort>
  rows: Row[] | undefined
  /** The rows are of the page before, while the next one loads. */
  isStale: boolean
  sort: Sort
  dir: Direction
  onSort: (column: SortableColumn<Row, Sort>) => void
  /** Rows can be selected if it is given. */
  selection?: Selection
  /** The row that was just saved. */
  savedKey?: number | undefined
  /** Shown before the rows, or in their place. */
  note: ReactNode
}

export type SortableColumn<Row, Sort extends string> = Column<Row, Sort> & { sort: Sort }

export const isSortable = <Row, Sort extends string>(column: Column<Row, Sort>): column is SortableColumn<Row, Sort> =>
  column.sort !== undefined

/** px of a column that shares the rest. */
const USUAL_WIDTH = 140

const getWidth = ({ width = '' }: { width?: string }, all: number) => {
  const number = Number.parseFloat(width)
  return Number.isNaN(number) ? USUAL_WIDTH : width.endsWith('%') ? (all * number) / 100 : number
}

/** The view with the columns that `room` (px) has space for. Undefined with too little. */
export function fitColumns<Row, Sort extends string>(view: RowView<Row, Sort>, room: number): RowView<Row, Sort> | undefined {
  let needed = view.minWidth
  let { columns } = view
  const minor = columns.filter((column) => column.minor).sort((first, second) => (first.minor ?? 0) - (second.minor ?? 0))
  for (const column of minor) {
    if (needed <= room) break
    needed -= getWidth(column, room)
    columns = columns.filter((other) => other !== column)
  }
  return needed > room ? undefined : { ...view, columns }
}
