import classes from './selection-column.module.css'
import type { Selection } from './use-selection.ts'

/** Chooses all rows of the page, or lets them go. */
export function SelectPage({ keys, selection }: { keys: number[]; selection: Selection }) {
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const isAll = chosen > 0 && chosen === keys.length
  return (
    <Tick
      label="Select all on this page"
      isOn={isAll}
      isPart={chosen > 0 && !isAll}
      disabled={keys.length === 0}
      onTick={(isOn) => selection.choose(keys, isOn)}
    />
  )
}

type RowProps = { name: string; rowKey: number; selection: Selection }

export const SelectRow = ({ name, rowKey, selection }: RowProps) => (
  <Tick label={`Select ${name}`} isOn={selection.keys.has(rowKey)} onTick={(isOn) => selection.choose([rowKey], isOn)} />
)

type TickProps = { label: string; isOn: boolean; isPart?: boolean; disabled?: boolean; onTick: (isOn: boolean) => void }

/** The label around the box is what a finger hits. */
const Tick = ({ label, isOn, isPart = false, disabled, onTick }: TickProps) => (
  <label className={classes.tick}>
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={isOn}
      disabled={disabled}
      // There is no attribute for it.
      ref={(box) => {
        if (box) box.indeterminate = isPart
      }}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  </label>
)
