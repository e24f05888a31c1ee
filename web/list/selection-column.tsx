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

/** The actions for the selected rows are above the list: a selected row leads a keyboard to them. */
export function SelectRow({ name, rowKey, selection }: RowProps) {
  const isChecked = selection.keys.has(rowKey)
  return (
    <div style={{ position: 'relative' }}>
      <Checkbox label={`Select ${name}`} isChecked={isChecked} onToggle={(isOn) => selection.choose([rowKey], isOn)} />
      {isChecked && (
        <button type="button" className="skip" style={SKIP} onClick={({ currentTarget }) => focusActions(currentTarget)}>
          Go to the actions
        </button>
      )}
    </div>
  )
}

const SKIP = { position: 'absolute', top: 4, left: 40, zIndex: 1, height: 36 } as const

function focusActions(inList: Element) {
  const [_clear, first] = inList.closest('[data-list]')?.querySelectorAll<HTMLElement>('[data-foot] button') ?? []
  first?.focus()
}

type CheckboxProps = {
  label: string
  isChecked: boolean
  isPartial?: boolean
  disabled?: boolean
  onToggle: (isChecked: boolean) => void
}

const TARGET = { width: 44, height: 44, cursor: 'pointer' }

/** The label around the checkbox enlarges the touch target. */
const Checkbox = ({ label, isChecked, isPartial = false, disabled, onToggle }: CheckboxProps) => (
  <label className="disc" style={TARGET}>
    <input
      type="checkbox"
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
