import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import { getConflictingRow } from '../../../lib/api/edit-conflict.ts'
import { useSave } from '../../../lib/api/use-save.ts'
import { focusFirstInvalid } from '../../../ui/form/focus-first-invalid.ts'
import { addToLine, createDraftForm, type DraftContent, type DraftFields, type DraftLine, toFields } from './draft-form.ts'
import { forgetDraft, readStoredDraft, storeDraft } from './draft-store.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { createDraftSender, type SentDraft } from './send-draft.ts'

type Options = {
  kind: DraftKind
  /** The order of a delivery, as it was last read. */
  order: StockDocument | undefined
  /** Undefined for a new one. */
  document: StockDocument | undefined
  /** What the fields have at first. */
  initial: DraftFields
  /** Of this draft in this window: what is typed survives a reload. */
  name: string
  /** Of an adjustment. */
  reasons: readonly string[]
}

export type DraftForm = UseFormReturnType<DraftFields, DraftContent>

const STORE_AFTER_MS = 300

/** What is typed in a draft, what is saved of it, and what somebody else saved since. */
export function useDraft({ kind, order, document, initial, name, reasons }: Options) {
  /** What the draft is checked for; null before the first try. */
  const checked = useRef<'save' | 'finish' | null>(null)
  const findErrors = (fields: DraftFields) => ({
    ...(isUnfinished(form.getInputNode('expected_on')) && { expected_on: 'Enter a full date, or clear it.' }),
    ...schemaResolver(createDraftForm({ kind, isFinishing: checked.current === 'finish', reasons }), { sync: true })(fields),
  })
  const form: DraftForm = useForm<DraftFields, DraftContent>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    validate: findErrors,
    transformValues: (fields) => createDraftForm({ kind }).parse(fields),
  })
  const { setValues } = form
  const [stored] = useState(() => {
    const found = readStoredDraft(name)
    if (found) setValues(found.fields)
    return found
  })
  // An older version was opened before the reload: the next save tells of the newer one.
  const [opened, setOpened] = useState(() => document && { ...document, version: stored?.version ?? document.version })
  const [isRestored, setRestored] = useState(stored !== null)
  const [conflict, setConflict] = useState<StockDocument | null>(null)
  const [sender] = useState(() => createDraftSender(kind, order?.documentid ?? null, opened))
  /** What is typed has the changes that somebody else saved since. */
  const [isMerged, setMerged] = useState(false)
  // What was typed before a reload is of an older version, and that one is not known any more.
  const canMerge = useRef(stored === null || stored.version === (document?.version ?? null))
  const isUnsaved = form.isDirty()
  useStored(name, form.values, isUnsaved, opened?.version ?? null)

  const checkAgain = useEffectEvent((fields: DraftFields) => {
    if (checked.current !== null) form.setErrors(findErrors(fields))
  })
  useEffect(() => checkAgain(form.values), [form.values])

  const save = useSave(
    ({ finish, content }: { finish: boolean; content: DraftContent }) => {
      return sender.send({ content, finish, order_version: order?.version })
    },
    ['stock'],
  )

  /** What is typed is compared with these fields from now on. */
  const setSaved = (saved: DraftFields, typed = form.getValues()) => {
    form.setInitialValues(saved)
    setValues(typed)
  }

  /** Shows what somebody else saved with what is typed. False where both changed the same, unless that is to be as it is typed. */
  const merge = (theirs: StockDocument, options: { keepsMine?: boolean } = {}) => {
    const merged = canMerge.current && mergeDrafts(form.getInitialValues(), form.getValues(), toFields(theirs), options)
    if (!merged) return false
    takeOver(theirs, merged)
    setMerged(true)
    return true
  }

  /**
   * Sends what is typed now. Rejects with what the server refused. Changes that somebody else saved are merged and saved; a draft is not
   * finished with them before the person has seen them. A version conflict over the same line is kept for the person to decide.
   */
  const send = async (finish: boolean): Promise<SentDraft & { hasNewer: boolean; isMerged?: boolean }> => {
    const sent = form.getValues()
    setConflict(null)
    setMerged(false)
    try {
      const answer = await save.mutateAsync({ finish, content: form.getTransformedValues() })
      const hasNewer = form.getValues() !== sent
      setSaved(sent)
      setRestored(false)
      const now = sender.getOpened()
      if (now) setOpened((before) => before && { ...before, version: now.version })
      return { ...answer, hasNewer }
    } catch (error) {
      const theirs = getConflictingRow(StockDocument, error)
      const isMergedNow = theirs?.state === 'draft' && merge(theirs)
      if (isMergedNow && !finish) return { ...(await send(false)), isMerged: true }
      if (theirs && !isMergedNow) setConflict(theirs)
      throw error
    }
  }

  const takeOver = (now: StockDocument, typed?: DraftFields) => {
    sender.acceptVersion(now)
    setOpened(now)
    setSaved(toFields(now), typed)
    setConflict(null)
    canMerge.current = true
  }

  return {
    form,
    isUnsaved,
    isRestored,
    isSaving: save.isPending,
    conflict,
    isMerged,
    opened,
    send,
    /** Goes on if the draft can be saved, or finished. Otherwise the first field that is wrong gets the focus. */
    check: (purpose: 'save' | 'finish', onValid: () => void) => {
      checked.current = purpose
      form.onSubmit(onValid, (errors) => focusFirstInvalid(form, errors))()
    },
    /** Adds units to the line of a product, which is `line` where there is none yet. Returns what is there now. */
    addLine: (line: DraftLine, units: number) => {
      const { lines } = form.getValues()
      const present = lines.find(({ productid }) => productid === line.productid)
      const added = addToLine(present ?? line, units)
      setValues({ lines: present ? lines.map((other) => (other === present ? added : other)) : [...lines, added] })
      return added
    },
    changeLine: useCallback(
      (productid: number, more: Partial<DraftLine>) =>
        setValues(({ lines = [] }) => ({
          lines: lines.map((line) => (line.productid === productid ? { ...line, ...more } : line)),
        })),
      [setValues],
    ),
    removeLine: useCallback(
      (productid: number) => setValues(({ lines = [] }) => ({ lines: lines.filter((line) => line.productid !== productid) })),
      [setValues],
    ),
    /** The fields as they were saved last. */
    discard: () => {
      form.reset()
      setRestored(false)
    },
    /** Shows what somebody else saved, in place of what is typed. */
    loadTheirs: (theirs: StockDocument) => {
      setMerged(false)
      takeOver(theirs, toFields(theirs))
      setRestored(false)
    },
    /** The next save replaces what somebody else saved where both changed the same, and all of it where that is not known. */
    keepMine: (theirs: StockDocument) => {
      if (!merge(theirs, { keepsMine: true })) takeOver(theirs)
    },
  }
}

/** A date field that has a part of a date has no value. */
const isUnfinished = (field: HTMLInputElement | null) => field !== null && !field.validity.valid

/** Where the session has ended, and where a new document of another kind takes its place without a question. */
const KEPT_ON = ['/login', '/stock/new']

/** Keeps what is typed for a reload, and forgets it when the screen is left. */
function useStored(name: string, fields: DraftFields, isUnsaved: boolean, version: number | null) {
  useEffect(() => {
    if (!isUnsaved) return forgetDraft(name)
    const store = () => storeDraft(name, { version, fields })
    const timer = setTimeout(store, STORE_AFTER_MS)
    window.addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', store)
    }
  }, [name, fields, isUnsaved, version])
  useEffect(
    () => () => {
      if (!KEPT_ON.includes(location.pathname)) forgetDraft(name)
    },
    [name],
  )
}
