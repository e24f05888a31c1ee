import { ActionIcon, Box, Button, Skeleton, Tooltip, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import '@mantine/core/styles/Tooltip.layer.css'
import { SKELETON_ROWS_DESKTOP } from '../../contract/shared/constants.ts'
import type { Direction } from '../../contract/shared/list.ts'
import {
  type Column,
  getActionsWidth,
  getMainAction,
  isOffered,
  isSortable,
  OUTSIDE_WIDTH,
  openRow,
  type RowAction,
  type RowsProps,
  type RowView,
} from './row-view.ts'
import classes from './rows.module.css'
import { SelectPage, SelectRow } from './selection-column.tsx'
import type { Selection } from './use-selection.ts'

export function TableRows<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { titleId, view, rows, isStale, selection, savedKey, note } = props
  const { columns, actions, beforeTotal, total, tableWidth = 0 } = view
  // With its frame of 2 px it has no room: on a wide screen the page is 1280 px wide.
  const isCut = useMediaQuery(`(width < ${tableWidth + OUTSIDE_WIDTH + 2}px)`, undefined, { getInitialValueInEffect: false })
  const scrolls = isCut || tableWidth > 1278
  const table = (
    <table
      className={`table lined ${classes.table}`}
      style={{ minWidth: tableWidth }}
      aria-labelledby={titleId}
      aria-busy={!rows || isStale}
      data-tall={view.tall}
      data-stale={isStale}
    >
      <colgroup>
        {selection && <col className="screen-only" style={{ width: 50 }} />}
        {columns.map((column) => (
          <col key={column.title} style={{ width: column.width }} />
        ))}
        {actions.length > 0 && <col className="screen-only" style={{ width: getActionsWidth(actions) }} />}
      </colgroup>
      <TableHead {...props} />
      <tbody>
        {note && (
          <tr>
            <td colSpan={columns.length + (selection ? 1 : 0) + (actions.length > 0 ? 1 : 0)}>{note}</td>
          </tr>
        )}
        {rows?.map((row) => (
          <TableRow key={view.key(row)} row={row} view={view} selection={selection} isSaved={view.key(row) === savedKey} />
        ))}
        {!rows && <SkeletonRows view={view} hasSelection={selection !== undefined} />}
      </tbody>
      {total && (
        <tfoot>
          {beforeTotal && <TableRow row={beforeTotal} view={view} selection={undefined} isSaved={false} />}
          <TableRow row={total} view={view} selection={undefined} isSaved={false} />
        </tfoot>
      )}
    </table>
  )
  return <div className={scrolls ? classes.scroller : undefined}>{table}</div>
}

function TableHead<Row, Sort extends string>({ view, rows, sort, dir, onSort, selection }: RowsProps<Row, Sort>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={`screen-only ${classes.checkbox}`}>
            <SelectPage keys={(rows ?? []).map(view.key)} selection={selection} />
          </th>
        )}
        {view.columns.map((column) => {
          const sorted = column.sort === sort ? dir : undefined
          return (
            <th
              key={column.title}
              scope="col"
              className={getAlignmentClass(column)}
              aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
              title={column.hint}
            >
              {isSortable(column) ? (
                <UnstyledButton className={classes.sort} onClick={() => onSort(column)}>
                  {column.title}
                  <SortArrow dir={sorted ?? column.first ?? 'asc'} />
                </UnstyledButton>
              ) : (
                column.title
              )}
            </th>
          )
        })}
        {view.actions.length > 0 && (
          <th scope="col" className="number screen-only">
            Actions
          </th>
        )}
      </tr>
    </thead>
  )
}

const ACTIONS = `number screen-only ${classes.actions}`

const INLINE = { display: 'inline-block', verticalAlign: 'middle' } as const

const SortArrow = ({ dir }: { dir: Direction }) =>
  dir === 'asc' ? <IconArrowUp size={14} stroke={2.2} aria-hidden /> : <IconArrowDown size={14} stroke={2.2} aria-hidden />

type RowProps<Row, Sort extends string> = {
  row: Row
  view: RowView<Row, Sort>
  selection: Selection | undefined
  isSaved: boolean
}

function TableRow<Row, Sort extends string>({ row, view, selection, isSaved }: RowProps<Row, Sort>) {
  const main = getMainAction(view)
  const key = view.key(row)
  const name = view.name(row)
  return (
    <tr
      className={classes.row}
      data-chosen={selection?.keys.has(key) || undefined}
      data-saved={isSaved || undefined}
      data-subtotal={view.isSubtotal?.(row) || undefined}
      onClick={openRow}
    >
      {selection && (
        <td className={`screen-only ${classes.checkbox}`}>
          <SelectRow name={name} rowKey={key} selection={selection} />
        </td>
      )}
      {view.columns.map((column) => (
        <td key={column.title} className={getAlignmentClass(column)} role={column.isHeader ? 'rowheader' : undefined}>
          {column.cell(row)}
        </td>
      ))}
      {view.actions.length > 0 && (
        <td className={ACTIONS}>
          {view.actions.map((action) =>
            isOffered(action, row) ? (
              <ActionButton key={action.verb} action={action} row={row} name={name} isMain={action === main} />
            ) : (
              <Box component="span" key={action.verb} display="inline-block" w={36} />
            ),
          )}
        </td>
      )}
    </tr>
  )
}

type ActionProps<Row> = { action: RowAction<Row>; row: Row; name: string; isMain: boolean }

function ActionButton<Row>({ action: { verb, icon: Icon, hasLabel, run }, row, name, isMain }: ActionProps<Row>) {
  const button = { 'aria-label': `${verb} ${name}`, 'data-main': isMain || undefined, onClick: () => run(row) }
  if (hasLabel)
    return (
      <Button variant="default" size="xs" leftSection={<Icon size={16} stroke={1.75} aria-hidden />} {...button}>
        {verb}
      </Button>
    )
  return (
    <Tooltip label={verb} openDelay={400}>
      <ActionIcon variant="subtle" size={36} {...button}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type SkeletonProps<Row, Sort extends string> = { view: RowView<Row, Sort>; hasSelection: boolean }

const SkeletonRows = <Row, Sort extends string>({ view: { columns, actions }, hasSelection }: SkeletonProps<Row, Sort>) =>
  Array.from({ length: SKELETON_ROWS_DESKTOP }, (_, row) => (
    <tr key={row} aria-hidden>
      {hasSelection && (
        <td>
          <Skeleton style={INLINE} height={18} width={18} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.title} className={getAlignmentClass(column)}>
          <Skeleton style={INLINE} height={12} width={column.numeric ? 28 : `${40 + ((row * 23 + index * 11) % 40)}%`} />
        </td>
      ))}
      {actions.length > 0 && (
        <td className={ACTIONS}>
          {actions.map(({ verb }) => (
            <Skeleton key={verb} style={INLINE} height={18} width={18} mx={9} />
          ))}
        </td>
      )}
    </tr>
  ))

const getAlignmentClass = <Row, Sort extends string>({ numeric }: Column<Row, Sort>) => (numeric ? 'number' : undefined)
