import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../lib/messages.ts'
import { Dialog } from './dialog.tsx'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import classes from './form-dialog.module.css'
import { Notice } from './notice.tsx'

type Props<Values extends object, Sent> = {
  title: string
  subtitle: string
  /** `useForm({ mode: 'uncontrolled', initialValues, validate: schemaResolver(Schema, { sync: true }), transformValues: Schema.parse })` */
  form: UseFormReturnType<Values, Sent>
  /** Saves; the dialog closes when it is done and stays, with everything typed, when it throws. */
  onSave: (values: Sent) => Promise<unknown>
  onClose: () => void
  /** Shown when saving failed and the server said nothing of its own. */
  failure?: string
  save?: string
  children: ReactNode
}

/** Fields between a title and Cancel / Save. Enter saves; a second submit while saving is ignored. */
export function FormDialog<Values extends object, Sent = Values>(props: Props<Values, Sent>) {
  const {
    title,
    subtitle,
    form,
    onSave,
    onClose,
    failure = 'Something went wrong. Please try again.',
    save = 'Save',
    children,
  } = props
  const formId = useId()
  const [saving, setSaving] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const submit = form.onSubmit(
    async (values) => {
      if (saving) return
      setSaving(true)
      setMessage(null)
      try {
        await onSave(values)
        onClose()
      } catch (error) {
        console.error(error)
        setMessage(messageOf(error, failure))
        setSaving(false)
      }
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      closesLightly={() => !form.isDirty()}
      busy={saving}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={saving}>
            {save}
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} onSubmit={submit} noValidate>
        {message && <Notice kind="error">{message}</Notice>}
        {children}
      </form>
    </Dialog>
  )
}
