import { sql } from 'kysely'
import type { DocumentKind } from '../../../contract/search/stock.ts'
import type { DOCUMENT_STATES } from '../../../contract/stock-documents.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest, type IdempotencyKey } from '../../shared/idempotency.ts'
import { Refused } from './refusal.ts'

type State = (typeof DOCUMENT_STATES)[number]

export type LockedDocument = {
  documentid: number
  kind: DocumentKind
  number: number
  state: State
  siteid: number
  to_siteid: number | null
  supplierid: number | null
  parentid: number | null
  corrects: number | null
  reference: string
  saved_at: Date
  version: number
}

export type Opened = { documentid: number; opened: { version: number } }

/** Somebody else changed the document since it was opened. */
export class DocumentChanged extends Error {}

/** Locks a document until the transaction ends: of two people who change it, the second waits. Throws Refused when there is none. */
export async function lockDocument(scope: Scope, documentid: number): Promise<LockedDocument> {
  const { rows } = await sql<LockedDocument>`
    select documentid, kind, number, state, siteid, to_siteid, supplierid, parentid, corrects, reference, saved_at, version
      from stock_documents where businessid = ${currentBusiness} and documentid = ${documentid} for update`.execute(scope)
  const [found] = rows
  if (!found) throw new Refused('NOT_FOUND')
  return found
}

/**
 * Locks a document for a change, its parent before it. Throws DocumentChanged when it is not of the opened version any more, and Refused when
 * it is of another kind or state.
 */
export async function openDocument(
  scope: Scope,
  { documentid, opened }: Opened,
  { kinds, states }: { kinds: readonly DocumentKind[]; states: readonly State[] },
): Promise<{ document: LockedDocument; parent: LockedDocument | null }> {
  const parentid = await findParent(scope, documentid)
  const parent = parentid === null ? null : await lockDocument(scope, parentid)
  const document = await lockDocument(scope, documentid)
  if (!kinds.includes(document.kind)) throw new Refused('NOT_FOUND')
  if (!states.includes(document.state)) throw new Refused('WRONG_STATE', WRONG_STATES[document.state])
  if (document.version !== opened.version) throw new DocumentChanged()
  return { document, parent }
}

const WRONG_STATES: Partial<Record<State, string>> = {
  sent: 'This was already sent.',
  received: 'This was already received.',
  closed: 'This order was already closed.',
  cancelled: 'This was already cancelled.',
  booked: 'This was already booked.',
  approved: 'This count was already approved.',
}

async function findParent(scope: Scope, documentid: number) {
  const found = await scope
    .selectFrom('stock_documents')
    .select('parentid')
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .executeTakeFirst()
  return found?.parentid ?? null
}

export async function saveState(scope: Scope, documentid: number, state: State) {
  await scope
    .updateTable('stock_documents')
    .set(({ ref }) => ({ state, version: sql`${ref('version')} + 1` }))
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .execute()
}

type Event = 'created' | 'sent' | 'received' | 'corrected' | 'closed' | 'cancelled' | 'booked' | 'approved'

const NO_KEY: IdempotencyKey = { request_id: null, request_hash: null }

export const addEvent = (scope: Scope, documentid: number, event: Event, { key = NO_KEY, note = '' } = {}) =>
  scope
    .insertInto('stock_document_events')
    .values({ documentid, event, note, ...key })
    .execute()

/** The document of an earlier request with this key, and the key for the event of this one. */
export const claimEvent = (scope: Scope, request_id: string | undefined, values: object) =>
  claimRequest(scope, 'stock_document_events', request_id, values)
