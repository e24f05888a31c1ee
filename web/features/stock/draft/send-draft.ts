import { ORPCError } from '@orpc/client'
import { type DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import { client } from '../../../lib/api/api.ts'
import { getConflictingRow } from '../../../lib/api/edit-conflict.ts'
import { getErrorCode } from '../../../lib/api/messages.ts'
import { createUuid } from '../../../lib/browser/uuid.ts'
import { createDraftForm, type DraftContent, toFields } from './draft-form.ts'

type Opened = { documentid: number; version: number }
type Created = { content: DraftContent; finish: boolean; order_version: number | undefined }
export type SentDraft = {
  documentid: number
  /** An earlier try had arrived and finished the document, with what was typed then. */
  isEarlier?: boolean
}

/** The server has answered, so it is known whether something was stored. */
const isAnswered = (error: unknown) => error instanceof ORPCError && error.status < 500

/**
 * Saves a draft, and finishes it if asked. It may be sent again and again: a try without an answer may have arrived, and then the next one
 * goes on with the document that it has made instead of making another one.
 */
export function createDraftSender(kind: DraftKind, parentid: number | null, opened: StockDocument | undefined) {
  const schema = createDraftForm({ kind })
  /** Undefined for a document that a person could not save as it is. */
  const readContent = (now: StockDocument) => schema.safeParse(toFields(now)).data
  let document: Opened | undefined = opened
  let savedText = JSON.stringify(opened && readContent(opened))
  let createId = createUuid()
  /** Tries with `createId` that have no answer, or none yet. */
  let unanswered: Created[] = []
  let finishId = { version: 0, request_id: '' }
  /** Updates without an answer, of the document's version. */
  let unansweredUpdates: { text: string; request_id: string }[] = []

  const create = ({ content, ...created }: Created) =>
    client.stock.create({ ...content, ...created, kind, parentid, request_id: createId })

  const keep = (documentid: number, version: number, content: DraftContent | undefined) => {
    document = { documentid, version }
    unansweredUpdates = []
    savedText = JSON.stringify(content)
  }

  /** The try without an answer that arrived: the same request is answered with its document. */
  async function findCreated() {
    for (const tried of unanswered) {
      try {
        return { ...(await create(tried)), tried }
      } catch (error) {
        if (getErrorCode(error) !== 'ALREADY_USED') throw error
      }
    }
    return undefined
  }

  async function createOrContinue(tried: Created): Promise<SentDraft> {
    const { content } = tried
    unanswered.push(tried)
    try {
      const { documentid } = await create(tried)
      keep(documentid, 1, content)
      return { documentid }
    } catch (error) {
      if (!isAnswered(error)) throw error
      unanswered = unanswered.filter((other) => other !== tried)
      if (getErrorCode(error) === 'ALREADY_USED') {
        const found = await findCreated()
        if (!found) throw error
        keep(found.documentid, 1, found.tried.content)
        return found.tried.finish ? { documentid: found.documentid, isEarlier: true } : saveAndFinish(tried)
      }
      if (unanswered.length === 0) createId = createUuid()
      throw error
    }
  }

  async function saveAndFinish(draft: Created): Promise<SentDraft> {
    const { content, finish } = draft
    if (!document) return createOrContinue(draft)
    const { documentid } = document
    if (JSON.stringify(content) !== savedText) await update(document, content)
    if (finish) await finishDocument()
    return { documentid }
  }

  async function update({ documentid, version }: Opened, content: DraftContent): Promise<void> {
    const text = JSON.stringify(content)
    const earlier = unansweredUpdates.find((tried) => tried.text === text)
    const tried = earlier ?? { text, request_id: createUuid() }
    if (!earlier) unansweredUpdates.push(tried)
    try {
      await client.stock.update({ ...content, documentid, opened: { version }, request_id: tried.request_id })
      keep(documentid, version + 1, content)
    } catch (error) {
      const now = getConflictingRow(StockDocument, error)
      if (isAnswered(error)) unansweredUpdates = unansweredUpdates.filter((other) => other !== tried)
      if (!now) throw error
      const theirs = readContent(now)
      const theirText = JSON.stringify(theirs)
      if (theirText === text) return keep(documentid, now.version, content)
      // An own try without an answer has arrived, with what was typed then.
      const isOwn = now.version === version + 1 && unansweredUpdates.some((other) => other.text === theirText)
      if (!isOwn) throw error
      keep(documentid, now.version, theirs)
      await update({ documentid, version: now.version }, content)
    }
  }

  async function finishDocument() {
    if (!document) return
    const { documentid, version } = document
    if (finishId.version !== version) finishId = { version, request_id: createUuid() }
    await client.stock.finish({ documentid, opened: { version }, request_id: finishId.request_id })
  }

  return {
    send: saveAndFinish,
    /** The next save is on top of what somebody else saved. */
    acceptVersion: (now: StockDocument) => keep(now.documentid, now.version, readContent(now)),
    getOpened: () => document,
  }
}
