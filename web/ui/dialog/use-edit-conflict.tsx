import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { changedTo, differences, rebase } from '../../lib/api/edit-conflict.ts'
import { EditConflict, type FieldDifference } from './edit-conflict.tsx'

/** A kind of row that two people may be editing at once. */
export type EditedRow<Row, Fields> = {
  schema: z.ZodType<Row>
  toFields: (row: Row) => Fields
  /** The fields whose change is told: what each is called, and what the row has there. */
  told: (row: Row) => Partial<Record<keyof Fields, readonly [label: string, shown: string]>>
}

type Form<Fields> = Pick<UseFormReturnType<Fields>, 'getValues' | 'getInitialValues' | 'setInitialValues' | 'setValues'>

/**
 * For a form that edits `row`, or none yet: when a save is refused because somebody else saved the row meanwhile, `remedy` offers to
 * reload it. What was typed stays, `notice` tells what became of the rest, and `opened` is what the next save is made on top of.
 * A form that stays open although its row was saved says so by `onSaved`.
 */
export function useEditConflict<Row, Fields extends object>(
  { schema, toFields, told }: EditedRow<Row, Fields>,
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
      differences(toFields(was), present).flatMap((key) => {
        const [before, after] = [told(was)[key], told(now)[key]]
        return before && after ? [{ label: after[0], was: before[1], now: after[1], isKept: fields[key] !== present[key] }] : []
      }),
    )
  }

  const onSaved = (now: Row, typed: Fields) => {
    form.setInitialValues(typed)
    setOpened(now)
    setChanges(null)
  }

  const remedy = (error: unknown, settle: () => void): ReactNode => {
    const now = changedTo(schema, error)
    if (!opened || !now) return undefined
    return (
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          settle()
          reload(opened, now)
        }}
      >
        Reload
      </Button>
    )
  }

  return { opened, onSaved, remedy, notice: changes && <EditConflict changes={changes} /> }
}
