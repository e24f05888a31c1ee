import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useSyncExternalStore } from 'react'
import type { Product } from '../../../contract/products.ts'
import { useHeldWhilePressed } from '../../list/use-held-while-pressed.ts'
import { type InlineEdits, type InlineField, KINDS } from './inline-edits.ts'
import classes from './inline-number.module.css'
import { toFields } from './product-form.ts'

type Props = { product: Product; field: InlineField; edits: InlineEdits }

/** The price or the stock of a product as a field of the list. Enter and leaving the field save it, Escape restores it. */
export function InlineNumber({ product, field, edits }: Props) {
  const place = { product, field }
  const edit = useSyncExternalStore(edits.subscribe, () => edits.get(place))
  const isSaved = useSyncExternalStore(edits.subscribe, () => edits.isSaved(place))
  const problem = useHeldWhilePressed(edit?.problem)
  const input = useRef<HTMLInputElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') edits.cancel(place)
    if (event.key !== 'Enter' || !edits.save(place)) return
    const fields = [...document.querySelectorAll<HTMLInputElement>(`[data-inline=${field}]`)]
    const next = input.current && fields[fields.indexOf(input.current) + 1]
    next?.focus()
  }

  return (
    <div className={classes.inline}>
      <TextInput
        ref={input}
        w="100%"
        maw={104}
        styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
        size="xs"
        aria-label={`${KINDS[field].label} of ${product.productname}`}
        data-inline={field}
        inputMode="decimal"
        autoComplete="off"
        value={edit?.text ?? toFields(product)[field]}
        error={problem}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => edits.type(place, event.currentTarget.value)}
        onBlur={() => !edit?.problem && edits.save(place)} // a refused value is saved by Enter only
        onKeyDown={onKeyDown}
      />
      <span className={`tiny ${classes.saved}`} aria-live="polite">
        {isSaved && (
          <>
            <span>Saved</span>
            <button
              type="button"
              className="plain-button"
              aria-label={`Undo ${KINDS[field].label.toLowerCase()} of ${product.productname}`}
              onClick={() => {
                input.current?.focus() // the button is gone
                edits.undo(place)
              }}
            >
              Undo
            </button>
          </>
        )}
      </span>
    </div>
  )
}
