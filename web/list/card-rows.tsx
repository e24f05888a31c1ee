import { ActionIcon, Box, Menu, Skeleton } from '@mantine/core'
import { IconChevronRight, IconDotsVertical } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import '@mantine/core/styles/Menu.layer.css'
import { SKELETON_ROWS_MOBILE } from '../../contract/shared/constants.ts'
import { CloseDialogButton, Dialog } from '../ui/dialog/dialog.tsx'
import {
  type CardValue,
  getMainAction,
  getOnlyAction,
  isOffered,
  openRow,
  type RowAction,
  type RowsProps,
  type RowView,
} from './row-view.ts'
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
  const [opened, setOpened] = useState<{ row: Row } | null>(null)
  const sums = [view.beforeTotal, view.total].filter((row): row is Row & {} => row !== undefined)
  const shown = [...(rows ?? []), ...sums]
  const open = isShort(view, shown) ? (row: Row) => setOpened({ row }) : undefined
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
        data-short={open && true}
      >
        {shown.map((row) =>
          open ? (
            <ShortRow key={view.key(row)} row={row} view={view} onOpen={open} />
          ) : (
            <CardRow
              key={view.key(row)}
              row={row}
              view={view}
              selection={sums.some((sum) => sum === row) ? undefined : selection}
              isSaved={view.key(row) === savedKey}
            />
          ),
        )}
        {!rows && <SkeletonCards hasSelection={selection !== undefined} />}
      </ul>
      {opened && <RowSheet row={opened.row} view={view} onClose={() => setOpened(null)} />}
    </>
  )
}

/** The rows of a report have several figures and nothing to do: two lines, and the rest in a sheet. */
const isShort = <Row, Sort extends string>(view: RowView<Row, Sort>, rows: Row[]) =>
  view.actions.length === 0 && rows.some((row) => view.card(row).values?.length)

/** The facts of a short row beside its name and figure. */
const SHORT_FACTS = 2

type ShortProps<Row, Sort extends string> = { row: Row; view: RowView<Row, Sort>; onOpen: (row: Row) => void }

function ShortRow<Row, Sort extends string>({ row, view, onOpen }: ShortProps<Row, Sort>) {
  const { title, facts, figure, values = [] } = view.card(row)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the button does it.
    <li
      className={`row gap-8 ${classes.row} ${classes.short}`}
      data-subtotal={view.isSubtotal?.(row) || undefined}
      onClick={(event) => openRow(event, () => onOpen(row))}
    >
      <div className="rest">
        <div className="medium break">{title}</div>
        <div className="grey tiny ellipsis">{facts}</div>
        <div className="grey tiny digits ellipsis">
          {values.slice(0, SHORT_FACTS).map(({ label, value }, index) => (
            <span key={label}>
              {index > 0 && ' · '}
              {label} {value}
            </span>
          ))}
        </div>
      </div>
      <div className={`digits ${classes.shortFigure}`}>{figure}</div>
      <ActionIcon
        variant="subtle"
        size={44}
        mr={-12}
        data-main
        aria-label={`Details of ${view.name(row)}`}
        onClick={() => onOpen(row)}
      >
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}

type SheetProps<Row, Sort extends string> = { row: Row; view: RowView<Row, Sort>; onClose: () => void }

/** All that a row has. */
export function RowSheet<Row, Sort extends string>({ row, view, onClose }: SheetProps<Row, Sort>) {
  const { title, facts, figure, values = [] } = view.card(row)
  return (
    <Dialog title={view.name(row)} sheet width={420} onClose={onClose} footer={<CloseDialogButton>Done</CloseDialogButton>}>
      <div className="stack gap-12">
        <div>
          <div className="medium">{title}</div>
          <div className="grey small">{facts}</div>
        </div>
        <div className="row wrap gap-4 digits">{figure}</div>
        <Values values={values} />
      </div>
    </Dialog>
  )
}

const Values = ({ values }: { values: CardValue[] }) => (
  <div className="pairs small digits full-row">
    {values.map(({ label, value }) => (
      <div key={label}>
        <Box component="span" display="block" c="dimmed" fz="xs">
          {label}
        </Box>{' '}
        {value}
      </div>
    ))}
  </div>
)

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
        <Box mt={10} pr={12} className="full-row">
          <Values values={values} />
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
