import { useState } from 'react'
import { getConflictingRow } from '../../lib/api/edit-conflict.ts'
import type { EditConflict, EditedRow, Form } from './use-edit-conflict.tsx'

/**
 * The same as `useEditConflict` without a merge, for rows that two users seldom edit at the same time: the next save replaces what the
 * other user saved, and `loadTheirs` replaces what was typed.
 */
export function useVersionConflict<Row, Fields extends object>(
  { schema, toFields }: Pick<EditedRow<Row, Fields>, 'schema' | 'toFields'>,
  form: Form<Fields>,
  row: Row | undefined,
) {
  const [opened, setOpened] = useState(row)
  const [theirs, setTheirs] = useState<Row>()

  const conflict: EditConflict = {
    merge(error) {
      const now = getConflictingRow(schema, error)
      if (!opened || !now) return false
      setOpened(now)
      setTheirs(now)
      return true
    },
    loadTheirs() {
      if (!theirs) return
      form.setInitialValues(toFields(theirs))
      form.setValues(toFields(theirs))
    },
  }
  return {
    ...conflict,
    opened,
    onSaved(now: Row, typed: Fields) {
      form.setInitialValues(typed)
      setOpened(now)
    },
  }
}
