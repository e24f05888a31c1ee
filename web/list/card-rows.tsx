import { ActionIcon, Box, Menu, Skeleton } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useRef } from 'react'
import '@mantine/core/styles/Menu.layer.css'
import { SKELETON_ROWS_MOBILE } from '../../contract/shared/constants.ts'
import { getMainAction, getOnlyAction, isOffered, openRow, type RowAction, type RowsProps, type RowView } from './row-view.ts'
import classes from './rows.module.css'
import { SelectRow } from './selection-column.tsx'
import type { Selection } from './use-selection.ts'

export function CardRows<Row, Sort extends string>({
  titleId,
  view,
  rows,
  isStale,
  selection,
  savedKey,
  note,
}: RowsProps<Row, Sort>) {
  return (
    <>
      {note && (
        <Box className="panel" mb={view.total ? 8 : 0}>
          {note}
        </Box>
      )}
      <ul
        className={classes.cards}
        aria-labelledby={titleId}
        aria-busy={!rows || isStale}
        data-stale={isStale}
        data-selectable={selection && true}
      >
        {rows?.map((row) => (
          <CardRow key={view.key(row)} row={row} view={view} selection={selection} isSaved={view.key(row) === savedKey} />
        ))}
        {view.beforeTotal && <CardRow row={view.beforeTotal} view={view} selection={undefined} isSaved={false} />}
        {view.total && <CardRow row={view.total} view={view} selection={undefined} isSaved={false} />}
        {!rows && <SkeletonCards hasSelection={selection !== undefined} />}
      </ul>
    </>
  )
}

type CardProps<Row, Sort extends string> = {
  row: Row
  view: RowView<Row, Sort>
  selection: Selection | undefined
  isSaved: boolean
}

function CardRow<Row, Sort extends string>({ row, view, selection, isSaved }: CardProps<Row, Sort>) {
  const only = getOnlyAction(view)
  const main = getMainAction(view)
  const key = view.key(row)
  const { title, facts, figure, values, picture } = view.card(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the button, the menu or the link does it.
    <li
      className={`panel ${classes.row} ${classes.card}`}
      data-chosen={selection?.keys.has(key) || undefined}
      data-saved={isSaved || undefined}
      data-subtotal={view.isSubtotal?.(row) || undefined}
      onClick={(event) => openRow(event, main && (() => main.run(row)))}
    >
      {selection && <SelectRow name={view.name(row)} rowKey={key} selection={selection} />}
      <Box className="row top gap-12" pt={4}>
        {picture}
        <div className="rest">
          <div className="bold">{title}</div>
          <div className="grey small">{facts}</div>
        </div>
      </Box>
      {only && <OnlyAction row={row} view={view} action={only} />}
      {view.actions.length > 1 && <ActionsMenu row={row} view={view} opensRow={main !== undefined} />}
      <div className={`row wrap small digits ${classes.figure}`}>{figure}</div>
      {values && (
        <Box className="pairs small digits full-row" mt={10} pr={12}>
          {values.map(({ label, value }) => (
            <div key={label}>
              <Box component="span" display="block" c="dimmed" fz="xs">
                {label}
              </Box>{' '}
              {value}
            </div>
          ))}
        </Box>
      )}
    </li>
  )
}

type OnlyProps<Row, Sort extends string> = { row: Row; view: RowView<Row, Sort>; action: RowAction<Row> }

/** A button without a menu. */
const OnlyAction = <Row, Sort extends string>({ row, view, action: { verb, icon: Icon, run } }: OnlyProps<Row, Sort>) => (
  <ActionIcon variant="subtle" size={44} data-main aria-label={`${verb} ${view.name(row)}`} onClick={() => run(row)}>
    <Icon size={22} stroke={1.75} aria-hidden />
  </ActionIcon>
)

type MenuProps<Row, Sort extends string> = { row: Row; view: RowView<Row, Sort>; opensRow: boolean }

function ActionsMenu<Row, Sort extends string>({ row, view, opensRow }: MenuProps<Row, Sort>) {
  const button = useRef<HTMLButtonElement>(null)
  const name = view.name(row)
  return (
    <Menu position="bottom-end" width={176} shadow="md" withinPortal={false}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" size={44} data-main={opensRow || undefined} aria-label={`Actions for ${name}`}>
          <IconDotsVertical size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {view.actions
          .filter((action) => isOffered(action, row))
          .map(({ verb, icon: Icon, run }) => (
            <Menu.Item
              key={verb}
              mih={44}
              fz="md"
              aria-label={`${verb} ${name}`}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              onClick={() => {
                // A dialog returns the focus to the element that had it. This item is gone then, so the button gets it.
                button.current?.focus()
                run(row)
              }}
            >
              {verb}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const SkeletonCards = ({ hasSelection }: { hasSelection: boolean }) =>
  Array.from({ length: SKELETON_ROWS_MOBILE }, (_, row) => (
    <li key={row} className={`panel ${classes.card}`} aria-hidden>
      {hasSelection && <Skeleton m={12} height={20} width={20} />}
      <Box className="row top gap-12" pt={4}>
        <div className="rest">
          <Skeleton height={14} my={3} width={`${50 + ((row * 23) % 40)}%`} />
          <Skeleton height={12} my={4} width={`${60 + ((row * 17) % 35)}%`} />
        </div>
      </Box>
      <div className={`row wrap small digits ${classes.figure}`}>
        <Skeleton height={14} my={3} width={88} />
      </div>
    </li>
  ))
