import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import type { EditConflict } from '../edit-conflict/use-edit-conflict.tsx'
import { Notice } from '../feedback/notice.tsx'
import { showToast } from '../feedback/toast.tsx'
import { focusFirstInvalid } from '../form/focus-first-invalid.ts'
import { Dialog } from './dialog.tsx'
import { useDiscardQuestion } from './discard-question.tsx'
import classes from './form-dialog.module.css'
import type { QuestionText } from './question.tsx'
import { useSaveQuestion } from './save-question.tsx'

type Props<Values extends object, Sent> = {
  title: string
  subtitle: string
  /** Controlled, because a reload sets its fields: `useForm({ initialValues, validate: schemaResolver(Schema, { sync: true }), transformValues: Schema.parse })` */
  form: UseFormReturnType<Values, Sent>
  /** The dialog closes when it resolves and keeps all input when it rejects. */
  onSave: (values: Sent) => Promise<unknown>
  onClose: () => void
  /** What is asked before these values are saved; undefined to save at once. */
  askFirst?: (values: Sent) => QuestionText | undefined
  /** The message when the server gives no reason. */
  failure?: string
  save?: string
  /** The field that an error is about: the message is shown there. */
  errorField?: (error: unknown) => string | undefined
  /** For a row that two users may edit at the same time. */
  conflict?: EditConflict
  children: ReactNode
}

/**
 * A form in a dialog with Cancel and Save. Enter saves. A second submit while saving is ignored. Asks before typed text is lost, but
 * not after Cancel, which says so.
 */
export function FormDialog<Values extends object, Sent = Values>(props: Props<Values, Sent>) {
  const { title, subtitle, form, onClose, failure = SOMETHING_WRONG, save = 'Save', conflict, children } = props
  const formId = useId()
  const field = useRef<HTMLElement | null>(null)
  const saveQuestion = useSaveQuestion(field)
  const { submit, saving, failed, dismissFailure } = useSubmit(props, saveQuestion.ask)
  const [showsChanges, setShowsChanges] = useState(false)
  const { isAsking, close, question } = useDiscardQuestion(() => form.isDirty(), onClose, { field })

  const rememberField = ({ target }: FocusEvent<HTMLElement>) => {
    field.current = target
  }

  const showChanges = () => {
    dismissFailure()
    setShowsChanges(true)
  }

  return (
    <>
      <Dialog
        title={title}
        subtitle={subtitle}
        onClose={saveQuestion.isAsking ? saveQuestion.keep : close}
        hasChanges={() => form.isDirty()}
        isCovered={isAsking || saveQuestion.isAsking}
        busy={saving}
        footer={
          <>
            {failed && (
              <SaveFailure
                message={getSaveErrorMessage(failed.error, failure)}
                isMerged={failed.isMerged}
                onShowChanges={conflict?.changes ? showChanges : undefined}
              />
            )}
            <Button variant="default" onClick={onClose} disabled={saving}>
              Cancel
            </Button>
            <Button type="submit" form={formId} loading={saving}>
              {save}
            </Button>
          </>
        }
      >
        <form id={formId} className={classes.form} onSubmit={submit} onFocus={rememberField} noValidate>
          {showsChanges && !failed?.isMerged && conflict?.changes}
          {children}
        </form>
      </Dialog>
      {question}
      {saveQuestion.question}
    </>
  )
}

/** Saves once at a time. An error is shown at its field, or kept as `failed`; after a version conflict the form is merged. */
function useSubmit<Values extends object, Sent>(props: Props<Values, Sent>, ask: (question: QuestionText) => Promise<boolean>) {
  const { form, onSave, onClose, askFirst, failure = SOMETHING_WRONG, errorField, conflict } = props
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown; isMerged: boolean } | null>(null)

  useEffect(() => {
    if (failed) document.activeElement?.scrollIntoView({ block: 'nearest' }) // the message may cover it
  }, [failed])

  const submit = form.onSubmit(
    async (values) => {
      if (saving) return
      const question = askFirst?.(values)
      if (question && !(await ask(question))) return
      setSaving(true)
      setFailed(null)
      try {
        await onSave(values)
        showToast('Saved')
        onClose()
      } catch (error) {
        console.error(error)
        setSaving(false)
        const path = errorField?.(error)
        if (!path) return setFailed({ error, isMerged: conflict?.merge(error) ?? false })
        const errors = { [path]: getSaveErrorMessage(error, failure) }
        form.setErrors(errors)
        focusFirstInvalid(form, errors)
      }
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return { submit, saving, failed, dismissFailure: () => setFailed(null) }
}

/** `isMerged`: someone else changed the row, and the form now has their changes beside the typed text. */
function SaveFailure(props: { message: string; isMerged: boolean; onShowChanges: (() => void) | undefined }) {
  const { message, isMerged, onShowChanges } = props
  const button = isMerged && onShowChanges && (
    <Button variant="default" size="xs" onClick={onShowChanges}>
      Show changes
    </Button>
  )
  return (
    <Notice kind="error" action={button}>
      {isMerged ? `${message} Your text is kept.` : message}
    </Notice>
  )
}
