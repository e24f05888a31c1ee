import { ActionIcon, Skeleton, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import '@mantine/core/styles/Tooltip.layer.css'
import { SKELETON_ROWS_DESKTOP } from '../../contract/shared/constants.ts'
import type { Direction } from '../../contract/shared/list.ts'
import { isSortable, onlyAction, type RowsProps } from './row-view.ts'
import { SelectPage, SelectRow } from './selection-column.tsx'
import classes from './table-rows.module.css'

export function TableRows<Row, Sort extends string>({
  titleId,
  view,
  rows,
  isStale,
  sort,
  dir,
  onSort,
  selection,
  note,
}: RowsProps<Row, Sort>) {
  const { columns, actions } = view
  const only = onlyAction(view)
  return (
    <table
      className={classes.table}
      aria-labelledby={titleId}
      aria-busy={!rows || isStale}
      data-tall={view.tall}
      data-stale={isStale}
    >
      <colgroup>
        {selection && <col style={{ width: 50 }} />}
        {columns.map((column) => (
          <col key={column.title} style={{ width: column.width }} />
        ))}
        <col style={{ width: Math.max(96, 32 + 36 * actions.length) }} />
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={classes.checkbox}>
              <SelectPage keys={(rows ?? []).map(view.key)} selection={selection} />
            </th>
          )}
          {columns.map((column) => {
            const sorted = column.sort === sort ? dir : undefined
            return (
              <th
                key={column.title}
                scope="col"
                className={column.numeric ? classes.numeric : undefined}
                aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
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
          <th scope="col" className={classes.numeric}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {note && (
          <tr className={classes.note}>
            <td colSpan={columns.length + (selection ? 2 : 1)}>{note}</td>
          </tr>
        )}
        {rows?.map((row) => (
          <tr
            key={view.key(row)}
            data-opens={only && true}
            data-chosen={selection?.keys.has(view.key(row)) || undefined}
            onClick={only && ((event) => runFromRow(event, () => only.run(row)))}
          >
            {selection && (
              <td className={classes.checkbox}>
                <SelectRow name={view.name(row)} rowKey={view.key(row)} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <td key={column.title} className={column.numeric ? classes.numeric : undefined}>
                {column.cell(row)}
              </td>
            ))}
            <td className={classes.actions}>
              {actions.map(({ verb, icon: Icon, run }) => (
                <Tooltip key={verb} label={verb} openDelay={400}>
                  <ActionIcon variant="subtle" size={32} aria-label={`${verb} ${view.name(row)}`} onClick={() => run(row)}>
                    <Icon size={18} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              ))}
            </td>
          </tr>
        ))}
        {!rows &&
          Array.from({ length: SKELETON_ROWS_DESKTOP }, (_, row) => (
            <tr key={row} aria-hidden>
              {selection && (
                <td>
                  <Skeleton className={classes.bone} height={18} width={18} />
                </td>
              )}
              {columns.map((column, index) => (
                <td key={column.title} className={column.numeric ? classes.numeric : undefined}>
                  <Skeleton
                    className={classes.bone}
                    height={12}
                    width={column.numeric ? 28 : `${40 + ((row * 23 + index * 11) % 40)}%`}
                  />
                </td>
              ))}
              <td className={classes.actions}>
                {actions.map(({ verb }) => (
                  <Skeleton key={verb} className={classes.bone} height={18} width={18} mx={7} />
                ))}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Ignores clicks on buttons and the end of a text selection. Focuses the button, so that a dialog returns the focus to it. */
function runFromRow({ target, currentTarget }: MouseEvent<HTMLElement>, run: () => void) {
  if ((target as Element).closest('button, a, label') || getSelection()?.type === 'Range') return
  currentTarget.querySelector('button')?.focus()
  run()
}

const SortArrow = ({ dir }: { dir: Direction }) =>
  dir === 'asc' ? <IconArrowUp size={14} stroke={2.2} aria-hidden /> : <IconArrowDown size={14} stroke={2.2} aria-hidden />
