import { Button, type ButtonProps, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconColumns3 } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = Pick<ButtonProps, 'size'> & {
  /** `ColumnItems`. */
  children: ReactNode
}

/** A button with the columns of a table. */
export const ColumnsMenu = ({ children, size }: Props) => (
  <Menu position={size === 'xs' ? 'bottom-end' : 'bottom-start'} width={208} shadow="md" withinPortal={false}>
    <Menu.Target>
      <Button variant="default" size={size} fz={13} fw={500} leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}>
        Columns
      </Button>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

type ItemsProps<Name extends string> = {
  /** What the table can have, in order. */
  possible: readonly Name[]
  titles: Record<Name, string>
  columns: readonly Name[]
  /** Without columns: the usual ones. */
  onChange: (columns: Name[] | undefined) => void
  /** The table has columns besides these, so that all of these can be turned off. */
  hasOthers?: boolean
}

/** The columns of a table, in a menu that stays open. */
export function ColumnItems<Name extends string>({ possible, titles, columns, onChange, hasOthers = false }: ItemsProps<Name>) {
  const toggle = (column: Name) =>
    onChange(possible.filter((name) => (name === column ? !columns.includes(name) : columns.includes(name))))
  return (
    <>
      {possible.map((column) => {
        const isChosen = columns.includes(column)
        return (
          <Menu.CheckboxItem
            key={column}
            closeMenuOnClick={false}
            checked={isChosen}
            disabled={isChosen && columns.length === 1 && !hasOthers}
            onChange={() => toggle(column)}
          >
            {titles[column]}
          </Menu.CheckboxItem>
        )
      })}
      <Menu.Divider />
      <Menu.Item closeMenuOnClick={false} onClick={() => onChange(undefined)}>
        Usual columns
      </Menu.Item>
    </>
  )
}
