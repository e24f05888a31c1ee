import { IconChevronDown } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './draft.module.css'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children'> & {
  'aria-label': string
  /** Above the field, on a card. */
  label?: string | undefined
  error: ReactNode
  isNumber?: boolean
  /** Of the value in the line. */
  'data-name'?: string
}

/** A field of a line. Plain elements: a document may have 2 000 lines with three fields each. */
export function LineField({ label, error, isNumber = false, ...input }: Props) {
  const errorId = useId()
  return (
    <Frame label={label}>
      <input
        {...input}
        className={classes.input}
        data-number={isNumber || undefined}
        {...(isNumber && { inputMode: 'decimal' })}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      <FieldError id={errorId} text={error} />
    </Frame>
  )
}

type SelectProps = Omit<ComponentProps<'select'>, 'className' | 'children'> & {
  'aria-label': string
  error: ReactNode
  /** Of no choice. */
  placeholder: string
  options: readonly string[]
}

/** The same with a choice. */
export function LineSelect({ error, placeholder, options, ...select }: SelectProps) {
  const errorId = useId()
  return (
    <Frame>
      <select
        {...select}
        className={classes.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden />
      <FieldError id={errorId} text={error} />
    </Frame>
  )
}

const Frame = ({ label, children }: { label?: string | undefined; children: ReactNode }) => (
  <span className={classes.field}>
    {label && <span aria-hidden>{label}</span>}
    {children}
  </span>
)

const FieldError = ({ id, text }: { id: string; text: ReactNode }) =>
  text && (
    <span id={id} className={classes.error}>
      {text}
    </span>
  )
