import { Box, Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { pluralize } from '../../lib/format/money.ts'
import { useHeldWhilePressed } from '../../list/use-held-while-pressed.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { describeEdit, type InlineEdits } from './inline-edits.ts'

type Props = {
  edits: InlineEdits
  /** The products on the page of the list. */
  shown: ReadonlySet<number>
}

/** The edits of the list that could not be saved, also of products that are on another page. */
export function UnsavedEdits({ edits, shown }: Props) {
  const all = useHeldWhilePressed(useSyncExternalStore(edits.subscribe, edits.getAll))
  const unsaved = [...all.values()].filter(
    ({ problem, isFailed, product }) => problem !== null && (isFailed || !shown.has(product.productid)),
  )
  if (unsaved.length === 0) return null
  return (
    <Box mb="md">
      <Notice
        kind="error"
        action={
          <div className="row">
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
        <Box component="ul" className="break" mah={160} mt={4} style={{ overflowY: 'auto' }}>
          {unsaved.map((edit) => (
            <li key={`${edit.field} ${edit.product.productid}`}>
              {describeEdit(edit)}. {edit.problem}
            </li>
          ))}
        </Box>
      </Notice>
    </Box>
  )
}
