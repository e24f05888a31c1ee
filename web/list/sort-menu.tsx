import { Button, Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import '@mantine/core/styles/Menu.layer.css'
import type { ReactNode } from 'react'
import { isSortable, type RowsProps } from './row-view.ts'

type Props<Row, Sort extends string> = RowsProps<Row, Sort> & { columnItems: ReactNode }

/** Sorts the cards, as the headers sort the table, and has the choice of what they show. */
export function SortMenu<Row, Sort extends string>({ view, sort, dir, onSort, columnItems }: Props<Row, Sort>) {
  const columns = view.columns.filter(isSortable)
  const sorted = columns.find((column) => column.sort === sort)
  const arrow = dir === 'asc' ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />
  return (
    <Menu position="bottom-end" width={200} shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px={4}
          rightSection={arrow}
          aria-label={`Sort: ${sorted?.title}, ${dir === 'asc' ? 'ascending' : 'descending'}`}
        >
          {sorted?.title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map((column) => (
          <Menu.RadioItem
            key={column.sort}
            mih={44}
            fz="md"
            value={column.sort}
            checked={column === sorted}
            checkIcon={arrow}
            closeMenuOnClick
            // Not onChange: the same column again reverses the direction.
            onClick={() => onSort(column)}
          >
            {column.title}
          </Menu.RadioItem>
        ))}
        {columnItems && (
          <>
            <Menu.Divider />
            <Menu.Label>Columns</Menu.Label>
            {columnItems}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
