import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'
import { focusFirstInvalid } from '../form/focus-first-invalid.ts'
import { Dialog } from './dialog.tsx'
import classes from './form-dialog.module.css'

type Props<Values extends object, Sent> = {
  title: string
  subtitle: string
  /** Controlled, because a reload sets its fields: `useForm({ initialValues, validate: schemaResolver(Schema, { sync: true }), transformValues: Schema.parse })` */
  form: UseFormReturnType<Values, Sent>
  /** The dialog closes when it resolves and keeps all input when it rejects. */
  onSave: (values: Sent) => Promise<unknown>
  onClose: () => void
  /** The message when the server gives no reason. */
  failure?: string
  save?: string
  /** The field that an error is about: the message is shown there. */
  errorField?: (error: unknown) => string | undefined
  /** A button beside the error message. `clearError` removes both. */
  action?: (error: unknown, clearError: () => void) => ReactNode
  children: ReactNode
}

/** A form in a dialog with Cancel and Save. Enter saves. A second submit while saving is ignored. */
export function FormDialog<Values extends object, Sent = Values>(props: Props<Values, Sent>) {
  const { title, subtitle, form, onSave, onClose, failure = SOMETHING_WRONG, save = 'Save', errorField, action, children } = props
  const formId = useId()
  const saveButton = useRef<HTMLButtonElement>(null)
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown } | null>(null)

  useEffect(() => {
    if (failed) document.activeElement?.scrollIntoView({ block: 'nearest' }) // the message may cover it
  }, [failed])

  const clearError = () => {
    setFailed(null)
    saveButton.current?.focus() // the pressed button is gone, and saving again comes next
  }

  const submit = form.onSubmit(
    async (values) => {
      if (saving) return
      setSaving(true)
      setFailed(null)
      try {
        await onSave(values)
        onClose()
      } catch (error) {
        console.error(error)
        setSaving(false)
        const field = errorField?.(error)
        if (!field) return setFailed({ error })
        const errors = { [field]: getErrorMessage(error, failure) }
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
          {failed && (
            <Notice kind="error" action={action?.(failed.error, clearError)}>
              {getErrorMessage(failed.error, failure)}
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
