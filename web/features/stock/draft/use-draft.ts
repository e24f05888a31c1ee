import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import { getConflictingRow } from '../../../lib/api/edit-conflict.ts'
import { useSave } from '../../../lib/api/use-save.ts'
import { addOne, type DraftFields, type DraftLine, toComparable, toContent, toFields } from './draft-form.ts'
import { forgetDraft, readStoredDraft, storeDraft } from './draft-store.ts'
import { createDraftSender } from './send-draft.ts'

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
}

const STORE_AFTER_MS = 300

/** What is typed in a draft, what is saved of it, and what somebody else saved since. */
export function useDraft({ kind, order, document, initial, name }: Options) {
  const [stored] = useState(() => readStoredDraft(name))
  // An older version was opened before the reload: the next save tells of the newer one.
  const [opened, setOpened] = useState(() => document && { ...document, version: stored?.version ?? document.version })
  const [base, setBase] = useState(initial)
  const [fields, setFields] = useState(stored?.fields ?? initial)
  const [isRestored, setRestored] = useState(stored !== null)
  const [conflict, setConflict] = useState<StockDocument | null>(null)
  const [sender] = useState(() =>
    createDraftSender(kind, order?.documentid ?? null, opened ?? null, document ? toContent(kind, toFields(document)) : null),
  )
  const baseText = useMemo(() => toComparable(kind, base), [kind, base])
  const isUnsaved = useMemo(() => toComparable(kind, fields) !== baseText, [kind, fields, baseText])
  const latest = useRef({ fields, isUnsaved })
  useEffect(() => {
    latest.current = { fields, isUnsaved }
  })
  useStored(name, fields, isUnsaved, opened?.version ?? null)

  const save = useSave(
    ({ finish, content }: { finish: boolean; content: ReturnType<typeof toContent> }) => {
      return sender.send({ content, finish, order_version: order?.version })
    },
    ['stock'],
  )

  /** Sends what is typed now. Rejects with what the server refused; a version conflict is kept for the person to decide. */
  const send = async (finish: boolean) => {
    const sent = fields
    setConflict(null)
    try {
      const answer = await save.mutateAsync({ finish, content: toContent(kind, sent) })
      setBase(sent)
      setRestored(false)
      const now = sender.getOpened()
      if (now) setOpened((before) => before && { ...before, version: now.version })
      return { ...answer, hasNewer: toComparable(kind, latest.current.fields) !== toComparable(kind, sent) }
    } catch (error) {
      const theirs = getConflictingRow(StockDocument, error)
      if (theirs) setConflict(theirs)
      throw error
    }
  }

  const change = useCallback((more: Partial<DraftFields>) => setFields((before) => ({ ...before, ...more })), [])
  const changeLine = useCallback(
    (productid: number, more: Partial<DraftLine>) =>
      setFields((before) => ({
        ...before,
        lines: before.lines.map((line) => (line.productid === productid ? { ...line, ...more } : line)),
      })),
    [],
  )
  const removeLine = useCallback(
    (productid: number) =>
      setFields((before) => ({ ...before, lines: before.lines.filter((line) => line.productid !== productid) })),
    [],
  )
  /** Adds the line, or one more to the line that its product has. */
  const addLine = useCallback(
    (line: DraftLine) =>
      setFields((before) => ({
        ...before,
        lines: before.lines.some(({ productid }) => productid === line.productid)
          ? before.lines.map((present) => (present.productid === line.productid ? addOne(present) : present))
          : [...before.lines, line],
      })),
    [],
  )

  const takeOver = (now: StockDocument) => {
    sender.acceptVersion(now)
    setOpened(now)
    setBase(toFields(now))
    setConflict(null)
  }
  return {
    fields,
    base,
    isUnsaved,
    isRestored,
    isSaving: save.isPending,
    conflict,
    opened,
    send,
    ...{ change, changeLine, removeLine, addLine },
    /** The fields as they were saved last. */
    discard: () => {
      setFields(base)
      setRestored(false)
    },
    /** Shows what somebody else saved, in place of what is typed. */
    loadTheirs: (theirs: StockDocument) => {
      takeOver(theirs)
      setFields(toFields(theirs))
      setRestored(false)
    },
    /** The next save replaces what somebody else saved. */
    keepMine: (theirs: StockDocument) => takeOver(theirs),
    forget: () => forgetDraft(name),
  }
}

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
