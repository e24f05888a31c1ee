import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { pluralize } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { describeEdit, type InlineEdits } from './inline-edits.ts'
import classes from './unsaved-edits.module.css'

type Props = {
  edits: InlineEdits
  /** The products on the page of the list. */
  shown: ReadonlySet<number>
}

/** The edits of the list that could not be saved, also of products that are on another page. */
export function UnsavedEdits({ edits, shown }: Props) {
  const all = useSyncExternalStore(edits.subscribe, edits.getAll)
  const unsaved = [...all.values()].filter(
    ({ problem, isFailed, product }) => problem !== null && (isFailed || !shown.has(product.productid)),
  )
  if (unsaved.length === 0) return null
  return (
    <div className={classes.unsaved}>
      <Notice
        kind="error"
        action={
          <div className={classes.buttons}>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                for (const edit of unsaved) edits.cancel(edit)
              }}
            >
              Discard
            </Button>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                for (const edit of unsaved) edits.save(edit)
              }}
            >
              Try again
            </Button>
          </div>
        }
      >
        {pluralize(unsaved.length, 'change')} {unsaved.length === 1 ? 'is' : 'are'} not saved.
        <ul className={classes.list}>
          {unsaved.map((edit) => (
            <li key={`${edit.field} ${edit.product.productid}`}>
              {describeEdit(edit)}. {edit.problem}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}
