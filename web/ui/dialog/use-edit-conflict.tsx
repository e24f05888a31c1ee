import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { findDifferences, getConflictingRow, rebase } from '../../lib/api/edit-conflict.ts'
import { EditConflict, type FieldDifference } from './edit-conflict.tsx'

/** A type of row that two users may edit at the same time. */
export type EditedRow<Row, Fields> = {
  schema: z.ZodType<Row>
  toFields: (row: Row) => Fields
  /** The fields that the list of changes shows: label and value. */
  describe: (row: Row) => Partial<Record<keyof Fields, readonly [label: string, shown: string]>>
}

type Form<Fields> = Pick<UseFormReturnType<Fields>, 'getValues' | 'getInitialValues' | 'setInitialValues' | 'setValues'>

/**
 * Handles a version conflict of a form that edits `row` (undefined for a new one). `action` is a button that reloads the row and keeps
 * what was typed, `notice` lists what changed, and `opened` is the version for the next save. `onSaved` is for a form that stays open
 * after its row was saved.
 */
export function useEditConflict<Row, Fields extends object>(
  { schema, toFields, describe }: EditedRow<Row, Fields>,
  form: Form<Fields>,
  row: Row | undefined,
) {
  const [opened, setOpened] = useState(row)
  const [changes, setChanges] = useState<FieldDifference[] | null>(null)

  const reload = (was: Row, now: Row) => {
    const present = toFields(now)
    const fields = rebase(present, form.getValues(), form.getInitialValues())
    form.setInitialValues(present)
    form.setValues(fields)
    setOpened(now)
    setChanges(
      findDifferences(toFields(was), present).flatMap((key) => {
        const [before, after] = [describe(was)[key], describe(now)[key]]
        return before && after ? [{ label: after[0], was: before[1], now: after[1], isKept: fields[key] !== present[key] }] : []
      }),
    )
  }

  const onSaved = (now: Row, typed: Fields) => {
    form.setInitialValues(typed)
    setOpened(now)
    setChanges(null)
  }

  const action = (error: unknown, clearError: () => void): ReactNode => {
    const now = getConflictingRow(schema, error)
    if (!opened || !now) return undefined
    return (
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          clearError()
          reload(opened, now)
        }}
      >
        Reload
      </Button>
    )
  }

  return { opened, onSaved, action, notice: changes && <EditConflict changes={changes} /> }
}
