import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  type LineAnswer,
  MAX_REFUSED_SALES,
  REFUSED_SALES_PER_PAGE,
  type RefusedLine,
  type RefusedSale,
  type RefusedSaleDetails,
  type RefusedSum,
} from '../../../contract/refused-sales.ts'
import type { RefusedSearch } from '../../../contract/search/refused-sales.ts'
import { toCents, toPriceCents } from '../../../contract/shared/decimal.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { EnteredTill, Scope } from '../../../db/tenant-scope.ts'
import { joinConditions, readPage } from '../../shared/list-query.ts'
import { findClocksAhead } from '../../shared/store-sales/find-clocks-ahead.ts'
import { createLookup, findReferences, type Lookup } from '../../shared/store-sales/find-references.ts'
import type { ParsedSale, RejectedSale, SoldLine } from '../../shared/store-sales/sold-sale.ts'
import { storeSales } from '../../shared/store-sales/store-sales.ts'
import { parseSale } from './parse-sales.ts'

/** A sale as a till sent it, and its answer. */
export type SentRefused = { raw: unknown; answer: RejectedSale }

const MAX_SALE_BYTES = 65_536

/**
 * Keeps the rejected sales of a request. One that was sent before is the same row; one that a person has set aside stays aside until it
 * is sent with other content. A site keeps `MAX_REFUSED_SALES` that nobody has answered.
 */
export async function keepRefusedSales(scope: Scope, { siteid, tillid }: EnteredTill, refused: SentRefused[]) {
  const rows = new Map(refused.map(toRow).map((row) => [row.identity, row]))
  await sql`
    insert into refused_sales as kept (siteid, tillid, identity, reference, sale, amount_cents, reason, field)
    select ${siteid}, ${tillid}, decode(sent.identity, 'hex'), sent.reference, sent.sale, sent.amount_cents, sent.reason, sent.field
      from json_to_recordset(${JSON.stringify([...rows.values()])}::json)
           as sent (nth integer, identity text, reference text, sale text, amount_cents bigint, reason text, field text)
     where exists (select from refused_sales r
                    where r.businessid = ${currentBusiness} and r.siteid = ${siteid} and r.identity = decode(sent.identity, 'hex'))
        or sent.nth < ${MAX_REFUSED_SALES} - (
             select count(*) from refused_sales r where r.businessid = ${currentBusiness} and r.siteid = ${siteid} and r.answer is null)
     order by sent.identity
    on conflict (businessid, siteid, identity) do update
       set tillid = excluded.tillid, reference = excluded.reference, sale = excluded.sale, amount_cents = excluded.amount_cents,
           reason = excluded.reason, field = excluded.field, refused_at = now(), times_sent = kept.times_sent + 1,
           answer = case when kept.sale = excluded.sale then kept.answer end`.execute(scope)
}

function toRow({ raw, answer }: SentRefused, nth: number) {
  const sale = JSON.stringify(raw)
  const reference = cleanText(answer.reference?.trim() ?? '', 100)
  return {
    nth,
    identity: createHash('sha256')
      .update(reference || sale)
      .digest('hex'),
    reference: reference || null,
    sale: Buffer.byteLength(sale) > MAX_SALE_BYTES ? null : sale,
    amount_cents: readAmount(raw),
    reason: cleanText(answer.reason, 1000),
    field: cleanText(answer.field.replace(/^sales\[\d+\]\.?/, ''), 200),
  }
}

/** Text that PostgreSQL can store. */
const cleanText = (text: string, length: number) => text.replaceAll('\0', '').slice(0, length).toWellFormed()

const MAX_AMOUNT = 9_999_999_999

const isAmount = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MAX_AMOUNT

/** The amount of a sale as it was sent, in cents: its own, or the sum of its lines. Null when neither can be read. */
function readAmount(raw: unknown) {
  const { finalamount, items } = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>
  if (isAmount(finalamount)) return toCents(finalamount)
  if ((finalamount !== undefined && finalamount !== null) || !Array.isArray(items) || items.length === 0) return null
  const amounts = items.map((item) =>
    isAmount(item?.quantity) && isAmount(item.price) ? item.quantity * item.price : Number.NaN,
  )
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return isAmount(sum) ? toCents(sum) : null
}

/** Nobody has answered it, and no till has sent it again since in a form that was stored. */
const IS_OPEN = sql`
  refused_sales.answer is null and not exists (
    select from sales where sales.businessid = refused_sales.businessid and sales.reference = refused_sales.reference
       and sales.received_at > refused_sales.refused_at)`

const ofBusiness = sql`refused_sales.businessid = ${currentBusiness}`

const matches = ({ state, siteid }: RefusedSearch) =>
  joinConditions([
    ofBusiness,
    state === 'open' ? IS_OPEN : sql`refused_sales.answer = 'set aside'`,
    siteid !== undefined && sql`refused_sales.siteid = ${siteid}`,
  ])

const selectRows = sql`
  select refusedid, refused_sales.siteid, sitename, till_keys.name as till, reference, amount_cents / 100.0 as amount, reason, field,
         first_refused_at, refused_at, times_sent, answer is not distinct from 'set aside' as is_set_aside`
const from = sql`from refused_sales join site using (businessid, siteid) join till_keys using (businessid, tillid)`

export const listRefusedSales = (scope: Scope, search: RefusedSearch) =>
  readPage(
    search.page,
    REFUSED_SALES_PER_PAGE,
    async () => {
      const { rows } = await sql<{ results: number }>`
        select count(*) as results from refused_sales where ${matches(search)}`.execute(scope)
      return rows[0] ?? { results: 0 }
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<RefusedSale>`
        ${selectRows} ${from} where ${matches(search)}
         order by refused_at desc, refusedid desc limit ${limit} offset ${offset}`.execute(scope)
      return rows
    },
  )

export async function sumRefusedSales(scope: Scope): Promise<RefusedSum[]> {
  const { rows } = await sql<RefusedSum>`
    select siteid, tillid, count(*) as sales, coalesce(sum(amount_cents), 0) / 100.0 as amount, count(*) - count(amount_cents) as without_amount
      from refused_sales where ${ofBusiness} and ${IS_OPEN} group by siteid, tillid`.execute(scope)
  return rows
}

type Kept = RefusedSale & { sale: string | null }

async function findKept(scope: Scope, refusedid: number, lock = sql``) {
  const { rows } = await sql<Kept>`
    ${selectRows}, sale ${from} where ${ofBusiness} and refusedid = ${refusedid} and answer is distinct from 'stored' ${lock}`.execute(
    scope,
  )
  return rows[0]
}

const parseKept = ({ sale }: Kept): ParsedSale | RejectedSale | undefined =>
  sale === null ? undefined : parseSale(JSON.parse(sale), 0)

/** Undefined when there is no such sale, or it is stored. */
export async function findRefusedSale(scope: Scope, refusedid: number): Promise<RefusedSaleDetails | undefined> {
  const kept = await findKept(scope, refusedid)
  if (!kept) return undefined
  const { sale: json, ...row } = kept
  const sent = (json === null ? {} : JSON.parse(json)) as Record<string, unknown>
  const asText = (value: unknown) => (typeof value === 'string' ? value : null)
  const asSent = { saledate: asText(sent?.['saledate']), payment_method: asText(sent?.['payment_method']) }
  const parsed = parseKept(kept)
  if (!parsed || !('sale' in parsed)) return { ...row, ...asSent, is_employee_unknown: false, other_saleid: null, lines: null }
  const sale = { ...parsed, siteid: kept.siteid }
  const references = await findReferences(scope, [sale])
  // Until the date has come it cannot be stored, whatever a person answers.
  const isAhead = (await findClocksAhead(scope, [sale], references.now)).size > 0
  const lookup = createLookup(references, {})
  const { employeeid } = parsed.sale
  return {
    ...{ ...row, ...asSent },
    is_employee_unknown: employeeid != null && !lookup.hasEmployee(employeeid),
    other_saleid: references.stored[0]?.saleid ?? null,
    lines: isAhead ? null : describeLines(lookup, kept.siteid, parsed),
  }
}

function describeLines(lookup: Lookup, siteid: number, parsed: ParsedSale): RefusedLine[] {
  return parsed.sale.items.map((item, line) => {
    const product = lookup.product(siteid, item)
    return {
      line,
      text: item.productname ?? item.barcode ?? `Product ${item.productid}`,
      barcode: item.barcode ?? null,
      quantity: item.quantity,
      price: item.price_cents === undefined ? null : item.price_cents / 100,
      product:
        product && !product.is_unknown
          ? { productid: product.productid, productname: product.productname, price: product.price }
          : null,
    }
  })
}

type StoredAnswer = { refusedid: number; lines: LineAnswer[]; leaves_out_employee: boolean }

/**
 * Stores a sale with what its lines are. Its content is compared as the till sent it, so the till is answered 'duplicate'. Undefined when
 * there is no such sale.
 */
export async function storeRefusedSale(scope: Scope, { refusedid, lines, leaves_out_employee }: StoredAnswer) {
  const kept = await findKept(scope, refusedid, sql`for no key update of refused_sales`)
  if (!kept) return findStored(scope, refusedid)
  const parsed = parseKept(kept)
  if (!parsed) return { refused: 'This sale is too long to be kept here. The till has it.' }
  if (!('sale' in parsed)) return { refused: parsed.reason }
  const items = parsed.sale.items.map((item, line) =>
    answerLine(
      item,
      lines.find((answer) => answer.line === line),
    ),
  )
  const sale = { ...parsed.sale, items, ...(leaves_out_employee && { employeeid: undefined }) }
  const { answers } = await storeSales(scope, [{ ...parsed, sale, siteid: kept.siteid }])
  const [answer] = answers
  if (answer?.status !== 'created' && answer?.status !== 'duplicate') return { refused: answer?.reason ?? kept.reason }
  await setAnswer(scope, refusedid, 'stored')
  return { saleid: answer.saleid }
}

/** The sale of one that is stored already, for a retry. */
async function findStored(scope: Scope, refusedid: number) {
  const { rows } = await sql<{ saleid: number }>`
    select saleid from refused_sales join sales using (businessid, reference)
     where ${ofBusiness} and refusedid = ${refusedid} and answer = 'stored'`.execute(scope)
  return rows[0]
}

/** A line that a person has said what it is. It keeps its quantity, its rate, and the price that the till sent. */
function answerLine({ productid, barcode, productname, ...item }: SoldLine, answer: LineAnswer | undefined): SoldLine {
  if (!answer) return { ...item, productid, barcode, productname }
  if ('productid' in answer) return { ...item, productid: answer.productid }
  return { ...item, barcode, productname: answer.productname, price_cents: toPriceCents(answer.price) }
}

/** False when there is no such sale, or it is stored. */
export async function setAnswer(scope: Scope, refusedid: number, answer: 'stored' | 'set aside' | null) {
  const { numAffectedRows } = await sql`
    update refused_sales set answer = ${answer}
     where ${ofBusiness} and refusedid = ${refusedid} and answer is distinct from 'stored'`.execute(scope)
  return numAffectedRows === 1n
}
