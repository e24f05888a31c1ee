import { useId } from 'react'
import { parsePrice, toCents } from '../../../contract/shared/decimal.ts'

type Props = {
  label: string
  /** What the field is about, where its place shows it: for a screen reader. */
  of?: string
  value: string
  onChange: (text: string) => void
  hint?: string
  error?: string
  autoFocus?: boolean
  inputMode?: 'decimal' | 'numeric' | 'text'
}

/** A text field of a form; for amounts with the keyboard of digits. */
export function TextField({ label, of, value, onChange, hint, error, autoFocus = false, inputMode = 'text' }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {of && <span className="visually-hidden"> of {of}</span>}
      </label>
      <input
        id={id}
        type="text"
        value={value}
        inputMode={inputMode}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the first field of a dialog that a person has opened.
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {(error || hint) && (
        <p id={`${id}-help`} className={error ? 'error' : 'hint'} role={error ? 'alert' : undefined}>
          {error || hint}
        </p>
      )}
    </div>
  )
}

export const AmountField = (props: Omit<Props, 'inputMode'>) => <TextField {...props} inputMode="decimal" />

/** Whole cents of what was typed; undefined for another text, a negative amount and one with more decimals. */
export function readCents(text: string): number | undefined {
  const rand = parsePrice(text)
  if (rand === undefined || rand < 0 || rand > 9_999_999) return undefined
  const cents = toCents(rand)
  return Math.abs(cents - rand * 100) < 1e-6 ? cents : undefined
}
