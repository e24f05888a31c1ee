import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { findDifferences } from '../../lib/api/edit-conflict.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { ChangeList } from '../edit-conflict/change-list.tsx'
import type { EditConflict } from '../edit-conflict/use-edit-conflict.ts'
import { Notice } from '../feedback/notice.tsx'
import { showToast, type ToastContent } from '../feedback/toast.tsx'
import { focusFirstInvalid } from '../form/focus-first-invalid.ts'
import { useAttempts } from '../form/use-attempts.ts'
import { CloseDialogButton, Dialog } from './dialog.tsx'
import { Question, type QuestionText } from './question.tsx'

type Props<Values extends object, Sent, Answer> = {
  title: string
  subtitle: string
  /** Controlled, because a reload sets its fields: `useForm({ initialValues, validate: schemaResolver(Schema, { sync: true }), transformValues: Schema.parse })` */
  form: UseFormReturnType<Values, Sent>
  /** The dialog closes when it resolves and keeps all input when it rejects. */
  onSave: (values: Sent) => Promise<Answer>
  /** What was done, 'Saved' by default; null where the next dialog says it. */
  saved?: (answer: Answer, values: Sent) => ToastContent | null
  onClose: () => void
  /** What is asked before these values are saved; undefined to save at once. */
  askFirst?: (values: Sent) => QuestionText | undefined
  /** The message when the server gives no reason. */
  failure?: string
  save?: string
  /** Red where what is lost cannot be restored. */
  color?: 'red'
  /** The field that an error is about: the message is shown there. */
  errorField?: (error: unknown) => string | undefined
  /** The fields that an error may be about, when it does not say which: they are marked, and the message is below the form. */
  suspectFields?: (error: unknown) => string[]
  /** A button beside the message of this error. */
  failureAction?: (error: unknown) => ReactNode
  /** For a row that two users may edit at the same time. */
  conflict?: EditConflict
  children: ReactNode
}

/**
 * A form in a dialog with Cancel and Save. Enter saves. A second submit while saving is ignored. Asks before typed text is lost, but not
 * after Cancel, which says so.
 */
export function FormDialog<Values extends object, Sent = Values, Answer = unknown>(props: Props<Values, Sent, Answer>) {
  const { title, subtitle, form, onClose, failure = SOMETHING_WRONG, save = 'Save', color, conflict, children } = props
  const formId = useId()
  const field = useRef<HTMLElement | null>(null)
  const saveQuestion = useSaveQuestion(field)
  const { submit, busy, failed, isSavedBefore, dismissFailure } = useSubmit(props, saveQuestion.ask)

  const rememberField = ({ target }: FocusEvent<HTMLElement>) => {
    field.current = target
  }

  const loadTheirs = () => {
    dismissFailure()
    conflict?.loadTheirs?.()
    field.current?.focus()
  }

  return (
    <>
      <Dialog
        title={title}
        subtitle={subtitle}
        onClose={onClose}
        unsaved={() => (form.isDirty() ? 'Your changes are not saved.' : undefined)}
        leaveQuestion={saveQuestion.isAsking ? saveQuestion.keep : undefined}
        busy={busy}
        footer={
          <>
            {failed && (
              <SaveFailure
                message={getSaveErrorMessage(failed.error, failure)}
                conflict={failed.isConflict ? conflict : undefined}
                action={props.failureAction?.(failed.error)}
                onLoadTheirs={loadTheirs}
              />
            )}
            {isSavedBefore && <Notice kind="success">Saved without your latest changes. Your text is still here.</Notice>}
            <CloseDialogButton onClick={onClose} />
            <Button type="submit" form={formId} loading={busy} {...(color && { color })}>
              {save}
            </Button>
          </>
        }
      >
        <form id={formId} className="columns form-grid" onSubmit={submit} onFocus={rememberField} noValidate>
          {children}
        </form>
      </Dialog>
      {saveQuestion.question}
    </>
  )
}

/** Saves once at a time. An error is shown at its field, or kept as `failed`; after a version conflict the fields may change. */
function useSubmit<Values extends object, Sent, Answer>(
  props: Props<Values, Sent, Answer>,
  ask: (question: QuestionText) => Promise<boolean>,
) {
  const {
    form,
    onSave,
    saved = (): ToastContent => ({ text: 'Saved' }),
    onClose,
    askFirst,
    failure = SOMETHING_WRONG,
    errorField,
    suspectFields,
    conflict,
  } = props
  const { busy, run } = useAttempts()
  const [failed, setFailed] = useState<{ error: unknown; isConflict: boolean } | null>(null)
  /** The answer is for values that were changed since. */
  const [isSavedBefore, setSavedBefore] = useState(false)

  useEffect(() => {
    if (failed) document.activeElement?.scrollIntoView({ block: 'nearest' }) // the message may cover it
  }, [failed])

  const onFailure = (error: unknown) => {
    const path = errorField?.(error)
    if (!path) {
      const suspects = Object.fromEntries((suspectFields?.(error) ?? []).map((name) => [name, true]))
      form.setErrors(suspects)
      focusFirstInvalid(form, suspects)
      return setFailed({ error, isConflict: conflict?.handle(error) ?? false })
    }
    const errors = { [path]: getSaveErrorMessage(error, failure) }
    form.setErrors(errors)
    focusFirstInvalid(form, errors)
  }

  const submit = form.onSubmit(
    async (values) => {
      if (busy) return
      const question = askFirst?.(values)
      if (question && !(await ask(question))) return
      const typed = form.getValues()
      setFailed(null)
      setSavedBefore(false)
      return run(() => onSave(values), {
        onAnswer: (answer, isOpen) => {
          const toast = saved(answer, values)
          if (toast) showToast(toast.text, toast.link)
          if (!isOpen) return
          if (findDifferences(typed, form.getValues()).length === 0) onClose()
          else setSavedBefore(true)
        },
        onFailure,
      })
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return { submit, busy, failed, isSavedBefore, dismissFailure: () => setFailed(null) }
}

type FailureProps = {
  message: string
  /** Someone else changed the row. */
  conflict: EditConflict | undefined
  /** Unless it is a conflict. */
  action: ReactNode
  onLoadTheirs: () => void
}

function SaveFailure({ message, conflict, action, onLoadTheirs }: FailureProps) {
  if (!conflict)
    return (
      <Notice kind="error" action={action}>
        {message}
      </Notice>
    )
  return (
    <Notice kind="error">
      {message} {conflict.loadTheirs ? 'Load theirs, or save yours.' : 'Your text is kept.'}
      {conflict.changes.length > 0 && <ChangeList changes={conflict.changes} />}
      {conflict.loadTheirs && (
        <Button mt={8} variant="default" size="xs" onClick={onLoadTheirs}>
          Load theirs
        </Button>
      )}
    </Notice>
  )
}

/** Asks before a form is saved. `keep` is for every way to leave the question but its button. */
function useSaveQuestion(field: RefObject<HTMLElement | null>) {
  const [asked, setAsked] = useState<{ words: QuestionText; answer: (isYes: boolean) => void } | null>(null)
  const answer = (isYes: boolean) => {
    asked?.answer(isYes)
    setAsked(null)
  }
  const keep = () => answer(false)
  return {
    isAsking: asked !== null,
    ask: (words: QuestionText) => new Promise<boolean>((resolve) => setAsked({ words, answer: resolve })),
    keep,
    question: asked && <Question {...asked.words} field={field} onKeep={keep} onAction={() => answer(true)} />,
  }
}
