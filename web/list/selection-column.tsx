import classes from './selection-column.module.css'
import type { Selection } from './use-selection.ts'

/** Selects or deselects all rows of the page. */
export function SelectPage({ keys, selection }: { keys: number[]; selection: Selection }) {
  const chosen = keys.filter((key) => selection.keys.has(key)).length
  const isAll = chosen > 0 && chosen === keys.length
  return (
    <Checkbox
      label="Select all on this page"
      isChecked={isAll}
      isPartial={chosen > 0 && !isAll}
      disabled={keys.length === 0}
      onToggle={(isChecked) => selection.choose(keys, isChecked)}
    />
  )
}

type RowProps = { name: string; rowKey: number; selection: Selection }

export const SelectRow = ({ name, rowKey, selection }: RowProps) => (
  <Checkbox
    label={`Select ${name}`}
    isChecked={selection.keys.has(rowKey)}
    onToggle={(isChecked) => selection.choose([rowKey], isChecked)}
  />
)

type CheckboxProps = {
  label: string
  isChecked: boolean
  isPartial?: boolean
  disabled?: boolean
  onToggle: (isChecked: boolean) => void
}

/** The label around the checkbox enlarges the touch target. */
const Checkbox = ({ label, isChecked, isPartial = false, disabled, onToggle }: CheckboxProps) => (
  <label className={classes.checkbox}>
    <input
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={isChecked}
      disabled={disabled}
      // There is no HTML attribute for this state.
      ref={(box) => {
        if (box) box.indeterminate = isPartial
      }}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  </label>
)
