import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconColumns3 } from '@tabler/icons-react'
import type { Column } from '../../../contract/search/reports.ts'
import { COLUMN_TITLES } from './report-names.ts'

type Props = {
  /** What the report can have, in order. */
  possible: Column[]
  columns: Column[]
  /** Without columns: the usual ones. */
  onChange: (columns: Column[] | undefined) => void
}

/** The columns of the table. One always stays. */
export function ColumnsMenu({ possible, columns, onChange }: Props) {
  const toggle = (column: Column) =>
    onChange(possible.filter((name) => (name === column ? !columns.includes(name) : columns.includes(name))))
  return (
    <Menu position="bottom-start" width={208} shadow="md" withinPortal={false} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" fz={13} fw={500} leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {possible.map((column) => {
          const isChosen = columns.includes(column)
          return (
            <Menu.CheckboxItem
              key={column}
              checked={isChosen}
              disabled={isChosen && columns.length === 1}
              onChange={() => toggle(column)}
            >
              {COLUMN_TITLES[column]}
            </Menu.CheckboxItem>
          )
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(undefined)}>Usual columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
