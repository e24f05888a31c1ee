import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { messageOf, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'
import { focusFirstInvalid } from '../form/focus-first-invalid.ts'
import { Dialog } from './dialog.tsx'
import classes from './form-dialog.module.css'

type Props<Values extends object, Sent> = {
  title: string
  subtitle: string
  /** Controlled, since a reload sets its fields: `useForm({ initialValues, validate: schemaResolver(Schema, { sync: true }), transformValues: Schema.parse })` */
  form: UseFormReturnType<Values, Sent>
  /** Saves; the dialog closes when it is done and stays, with everything typed, when it throws. */
  onSave: (values: Sent) => Promise<unknown>
  onClose: () => void
  /** Shown when saving failed and the server said nothing of its own. */
  failure?: string
  save?: string
  /** The field that a refusal speaks of: the server's sentence then stands there. */
  fieldOf?: (error: unknown) => string | undefined
  /** A button beside the sentence of a refusal that something can be done about; `settle` takes both away. */
  action?: (error: unknown, settle: () => void) => ReactNode
  children: ReactNode
}

/** Fields between a title and Cancel / Save. Enter saves; a second submit while saving is ignored. */
export function FormDialog<Values extends object, Sent = Values>(props: Props<Values, Sent>) {
  const { title, subtitle, form, onSave, onClose, failure = SOMETHING_WRONG, save = 'Save', fieldOf, action, children } = props
  const formId = useId()
  const saveButton = useRef<HTMLButtonElement>(null)
  const [saving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<{ error: unknown } | null>(null)

  useEffect(() => {
    if (refusal) document.activeElement?.scrollIntoView({ block: 'nearest' }) // the sentence may have come over it
  }, [refusal])

  const settle = () => {
    setRefusal(null)
    saveButton.current?.focus() // what was pressed is gone, and to save again is what comes next
  }

  const submit = form.onSubmit(
    async (values) => {
      if (saving) return
      setSaving(true)
      setRefusal(null)
      try {
        await onSave(values)
        onClose()
      } catch (error) {
        console.error(error)
        setSaving(false)
        const field = fieldOf?.(error)
        if (!field) return setRefusal({ error })
        const errors = { [field]: messageOf(error, failure) }
        form.setErrors(errors)
        focusFirstInvalid(form, errors)
      }
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      canDismiss={() => !form.isDirty()}
      busy={saving}
      footer={
        <>
          {refusal && (
            <Notice kind="error" action={action?.(refusal.error, settle)}>
              {messageOf(refusal.error, failure)}
            </Notice>
          )}
          <Button variant="default" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button ref={saveButton} type="submit" form={formId} loading={saving}>
            {save}
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} onSubmit={submit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
