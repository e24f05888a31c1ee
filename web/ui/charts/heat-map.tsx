import { Box, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './heat-map.module.css'
import { Readout } from './readout.tsx'

export type HeatValue = { value: number | null; compared: number | null }

type Props = {
  label: string
  rows: { name: string; short: string }[]
  columns: { name: string; tick: string }[]
  /** Row by row. */
  values: (HeatValue | undefined)[][]
  format: (value: number) => string
  /** Opens what a cell has. */
  onOpen?: ((row: number, column: number) => void) | undefined
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** A table of coloured cells: a stronger colour is a higher value. Arrow keys move between its cells, whose text is for screen readers. */
export function HeatMap({ label, rows, columns, values, format, onOpen }: Props) {
  const [active, setActive] = useState<[row: number, column: number] | null>(null)
  const [focusRow, focusColumn] = active ?? [0, 0]
  const most = Math.max(0, ...values.flat().map((cell) => cell?.value ?? 0))
  // Per cent. The smallest value is at least 8, so that it differs from nothing.
  const getHeat = (value: number | null | undefined) => (!value || value <= 0 ? 0 : Math.round(8 + (value / most) * 92))
  const describe = (row: number, column: number) => {
    const { value = null, compared = null } = values[row]?.[column] ?? {}
    const before = compared === null ? '' : `, ${format(compared)} before`
    return { name: `${rows[row]?.name}, ${columns[column]?.name}:`, amount: `${format(value ?? 0)}${before}`, notes: [] }
  }
  const shown = active && describe(...active)

  // What a finger chose stays.
  const leave = (event: PointerEvent) => event.pointerType === 'mouse' && setActive(null)

  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.key === 'Enter') return onOpen?.(focusRow, focusColumn)
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const row = Math.max(0, Math.min(rows.length - 1, focusRow + step[0]))
    const column = Math.max(0, Math.min(columns.length - 1, focusColumn + step[1]))
    setActive([row, column])
    event.currentTarget.querySelector<HTMLElement>(`[data-cell='${row} ${column}']`)?.focus()
  }

  return (
    <>
      <Box className="small" mih={20} mb="xs" aria-hidden>
        {shown ? <Readout {...shown} /> : <span className="grey">Darker means higher.</span>}
      </Box>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells the arrow keys reach is a grid. */}
      <table className={classes.map} role="grid" aria-label={label} onKeyDown={move} onPointerLeave={leave}>
        <thead>
          <tr>
            <th scope="col" className={classes.day}>
              <VisuallyHidden>Weekday</VisuallyHidden>
            </th>
            {columns.map(({ name, tick }) => (
              <th key={name} scope="col">
                <span aria-hidden>{tick}</span>
                <VisuallyHidden>{name}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, short }, row) => (
            <tr key={name}>
              <th scope="row" aria-label={name}>
                {short}
              </th>
              {columns.map((column, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the table do it.
                <td
                  key={column.name}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid.
                  role="gridcell"
                  className={classes.cell}
                  data-cell={`${row} ${index}`}
                  tabIndex={row === focusRow && index === focusColumn ? 0 : -1}
                  style={{ '--heat': `${getHeat(values[row]?.[index]?.value)}%` } as CSSProperties}
                  onPointerEnter={() => setActive([row, index])}
                  onFocus={() => setActive([row, index])}
                  onClick={() => onOpen?.(row, index)}
                >
                  <VisuallyHidden>{describe(row, index).amount}</VisuallyHidden>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
