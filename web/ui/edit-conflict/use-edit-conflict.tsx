import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { findDifferences, getConflictingRow, rebase } from '../../lib/api/edit-conflict.ts'
import { ChangesTable } from './changes-table.tsx'

/** A type of row that two users may edit at the same time. */
export type EditedRow<Row, Fields> = {
  schema: z.ZodType<Row>
  toFields: (row: Row) => Fields
  /** The fields that the table of changes shows: label and value. */
  describe: (fields: Fields) => Partial<Record<keyof Fields, readonly [label: string, shown: string]>>
}

export type Form<Fields> = Pick<UseFormReturnType<Fields>, 'getValues' | 'getInitialValues' | 'setInitialValues' | 'setValues'>

/** `was` and `yours` are the fields as they were opened and as they were typed, `theirs` those that someone else saved. */
type Conflict<Fields> = { was: Fields; yours: Fields; theirs: Fields }

/**
 * Handles a version conflict of a form that edits `row` (undefined for a new one). `merge` takes over the fields that only the other
 * user changed and keeps what was typed, so that the next save succeeds. `changes` is a table with a choice for each field that both
 * changed, `opened` the version for the next save. `onSaved` is for a form that stays open after its row was saved.
 */
export function useEditConflict<Row, Fields extends object>(
  { schema, toFields, describe }: EditedRow<Row, Fields>,
  form: Form<Fields>,
  row: Row | undefined,
) {
  const [opened, setOpened] = useState(row)
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null)

  /** Returns false if the error is not a version conflict. */
  const merge = (error: unknown) => {
    const now = getConflictingRow(schema, error)
    if (!opened || !now) return false
    const [was, yours, theirs] = [form.getInitialValues(), form.getValues(), toFields(now)]
    form.setInitialValues(theirs)
    form.setValues(rebase(theirs, yours, was))
    setOpened(now)
    setConflict({ was, yours, theirs })
    return true
  }

  const onSaved = (now: Row, typed: Fields) => {
    form.setInitialValues(typed)
    setOpened(now)
    setConflict(null)
  }

  const changes = conflict && describeChanges(conflict, describe, form.getValues())
  const choose = (field: keyof Fields, from: 'theirs' | 'yours') =>
    conflict && form.setValues({ [field]: conflict[from][field] } as unknown as Partial<Fields>)

  return { opened, onSaved, merge, changes: changes?.length ? <ChangesTable changes={changes} onChoose={choose} /> : null }
}

/** The part of it that a form dialog needs. `loadTheirs` is for a form whose fields are not merged. */
export type EditConflict = { merge: (error: unknown) => boolean; changes?: ReactNode; loadTheirs?: () => void }

function describeChanges<Row, Fields extends object>(
  { was, yours, theirs }: Conflict<Fields>,
  describe: EditedRow<Row, Fields>['describe'],
  present: Fields,
) {
  const [theirWords, yourWords] = [describe(theirs), describe(yours)]
  return findDifferences(was, theirs).flatMap((field) => {
    const [theirWord, yourWord] = [theirWords[field], yourWords[field]]
    if (!theirWord || !yourWord || yours[field] === theirs[field]) return []
    const isClash = yours[field] !== was[field]
    const chosen = present[field] === theirs[field] ? ('theirs' as const) : ('yours' as const)
    return [{ field, label: theirWord[0], theirs: theirWord[1], yours: isClash ? yourWord[1] : null, chosen }]
  })
}
