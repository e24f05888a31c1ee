import { useId } from 'react'
import type { StockDirection } from '../../../contract/shared/stock-reasons.ts'

type Props = {
  /** What it is the direction of. */
  label: string
  value: StockDirection
  /** The reason says it, so it is not chosen. */
  isFixed: boolean
  onChange: (direction: StockDirection) => void
  /** One below the other, in a column of a table. */
  isStacked?: boolean
}

/** Whether units are taken away or added. A field of units beside it has no sign. */
export function DirectionChoice({ label, value, isFixed, onChange, isStacked = false }: Props) {
  const name = useId()
  const choice = (direction: StockDirection, text: string) => (
    <label className="choice nowrap" style={isStacked ? { minHeight: 24, gap: 8 } : undefined}>
      <input
        type="radio"
        name={name}
        checked={value === direction}
        disabled={isFixed && value !== direction}
        onChange={() => onChange(direction)}
      />
      {text}
    </label>
  )
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={isStacked ? 'stack' : 'row gap-24'}
      style={isStacked ? { gap: 0 } : undefined}
    >
      {choice('away', 'Take away')}
      {choice('add', 'Add')}
    </div>
  )
}

const SIGNS: Record<string, StockDirection> = { '-': 'away', '−': 'away', '+': 'add' }

/** The sign of typed units, which is their direction, and the text without it. */
export function readSign(typed: string): { direction?: StockDirection; text: string } {
  const text = typed.trimStart()
  const direction = SIGNS[text.charAt(0)]
  return direction ? { direction, text: text.slice(1) } : { text: typed }
}
