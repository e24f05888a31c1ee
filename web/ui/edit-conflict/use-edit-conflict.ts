import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { findDifferences, getConflictingRow, rebase } from '../../lib/api/edit-conflict.ts'

/** A type of row that two users may edit at the same time. */
export type EditedRow<Row, Fields> = {
  schema: z.ZodType<Row>
  toFields: (row: Row) => Fields
  /** The fields that a conflict names. Without it, the form shows what is saved beside what is typed. */
  describe?: (fields: Fields) => Partial<Record<keyof Fields, readonly [label: string, shown: string]>>
}

type Form<Fields> = Pick<UseFormReturnType<Fields>, 'getValues' | 'getInitialValues' | 'setInitialValues' | 'setValues'>

/** The part of it that a form dialog needs. */
export type EditConflict = {
  /** Returns false if the error is not a version conflict. */
  handle: (error: unknown) => boolean
  /** What someone else changed: 'Price: 45,00 (yours: 49,50)'. */
  changes: string[]
  /** Replaces what was typed. */
  loadTheirs?: () => void
}

/**
 * Handles a version conflict of a form that edits `row` (undefined for a new one). What was typed is kept, and the other fields have what
 * someone else saved. The next save is of the version `opened`. `onSaved` is for a form that stays open after its row was saved.
 */
export function useEditConflict<Row, Fields extends object>(
  { schema, toFields, describe = () => ({}) }: EditedRow<Row, Fields>,
  form: Form<Fields>,
  row: Row | undefined,
) {
  const [opened, setOpened] = useState(row)
  const [changes, setChanges] = useState<string[]>([])

  const onSaved = (now: Row, saved: Fields) => {
    form.setInitialValues(saved)
    setOpened(now)
  }

  const handle = (error: unknown) => {
    const now = getConflictingRow(schema, error)
    if (!opened || !now) return false
    const [was, yours, theirs] = [form.getInitialValues(), form.getValues(), toFields(now)]
    const [typed, different] = [findDifferences(yours, was), findDifferences(theirs, yours)]
    const changed = findDifferences(theirs, was).filter((field) => different.includes(field))
    setChanges(
      changed.flatMap((field) => {
        const [label, text] = describe(theirs)[field] ?? []
        if (!label) return []
        const own = typed.includes(field) ? ` (yours: ${describe(yours)[field]?.[1] || 'empty'})` : ''
        return [`${label}: ${text || 'empty'}${own}`]
      }),
    )
    onSaved(now, theirs)
    form.setValues(rebase(theirs, yours, was))
    return true
  }

  return { opened, onSaved, handle, changes, loadTheirs: () => form.setValues(form.getInitialValues()) }
}
