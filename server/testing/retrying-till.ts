import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { createBusiness } from '../../db/testing/create-business.ts'
import { createTillKey } from '../../db/testing/create-till-key.ts'
import { findMismatches } from '../../db/testing/find-mismatches.ts'

// Tills that send until they are answered, and the check that what was answered is stored. For tests and drills that kill servers.

const PRODUCTS = 20
const LINES = 2
const RETRY_MS = 20
const TIMEOUT_MS = 15_000

type SentSale = { reference: string; saledate: string; payment_method: string; items: object[] }
type Answer = { reference: string; status: string; saleid: number }

type Shop = { businessid: string; siteid: number }

/** Products and as many till keys, in a business of its own unless one is given. */
export async function createTillShop(owner: ClientBase, tills: number, shop?: Shop) {
  const { businessid, siteid } = shop ?? (await createBusiness(owner))
  await owner.query(
    `insert into product (businessid, siteid, productname, barcode, price, stock)
     select $1, $2, 'Bread', 'b-' || nth, 10, 1000000 from generate_series(1, $3::integer) nth`,
    [businessid, siteid, PRODUCTS],
  )
  const keys: string[] = []
  for (let nth = 0; nth < tills; nth++) keys.push(await createTillKey(owner, { businessid, siteid }))
  return { businessid, keys }
}

/** The sale of a number, the same each time. */
export function createNumberedSale(till: number, count: number): SentSale {
  const line = (step: number) => ({ barcode: `b-${1 + ((count * step + till) % PRODUCTS)}`, quantity: 1 + (count % 3) })
  return { reference: `${till}-${count}`, saledate: '2026-11-21T14:05', payment_method: 'card', items: [line(1), line(7)] }
}

type SendOptions = {
  giveUp?: AbortSignal
  /** Called with each answer, complete or not; undefined where there was none. */
  onAnswer?: (answer: Response | undefined) => void
  retryMs?: number
}

/** Sends sales until a server answers that it has each of them, or until `giveUp`. `chooseUrl` is called for each attempt. */
export async function sendUntilAnswered(
  chooseUrl: () => string,
  key: string,
  sales: SentSale[],
  { giveUp, onAnswer, retryMs = RETRY_MS }: SendOptions = {},
): Promise<Answer[]> {
  for (;;) {
    giveUp?.throwIfAborted()
    const response = await fetch(`${chooseUrl()}/api/v1/sales`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sales }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    onAnswer?.(response)
    // An incomplete answer does not count.
    const body: { sales: Answer[] } | undefined = await (response?.ok ? response.text().then(JSON.parse) : undefined)?.catch(
      () => undefined,
    )
    if (body) {
      for (const { reference, status } of body.sales)
        if (status !== 'created' && status !== 'duplicate') throw new Error(`${reference} was ${status}`)
      return body.sales
    }
    if (response && response.status < 500) throw new Error(`the server answered ${response.status} to a till`)
    await delay(retryMs)
  }
}

type TillOptions = {
  till: number
  batch: number
  /** The time between two batches, and before one is sent again. */
  pauseMs?: number
  onAnswer?: SendOptions['onAnswer']
}

/** A till that sends one batch after another until `stop`. */
export function startRetryingTill(url: string, key: string, { till, batch, pauseMs, onAnswer }: TillOptions) {
  /** The id of each answered sale, by its reference. */
  const answered = new Map<string, number>()
  const givingUp = new AbortController()
  let isStopped = false
  let count = 0
  const work = async () => {
    while (!isStopped) {
      const sales = Array.from({ length: batch }, () => createNumberedSale(till, ++count))
      for (const { reference, saleid } of await sendUntilAnswered(() => url, key, sales, {
        giveUp: givingUp.signal,
        onAnswer,
        retryMs: pauseMs,
      }))
        answered.set(reference, saleid)
      if (pauseMs) await delay(pauseMs)
    }
  }
  const done = work()
  done.catch(() => undefined) // thrown again by stop
  return {
    answered,
    stop: () => {
      isStopped = true
      return done
    },
    /** Ends it when no server is going to answer any more. */
    giveUp: () => givingUp.abort(),
  }
}

/** Compares the stored sales of a business with the answered ones. Each list is empty and each object too when all is right. */
export async function findLosses(owner: ClientBase, businessid: string, answered: Map<string, number>) {
  const { rows } = await owner.query<{ reference: string; saleid: number; lines: number }>(
    `select reference, saleid::integer, (select count(*)::integer from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)) as lines
       from sales s where businessid = $1`,
    [businessid],
  )
  const stored = new Map(rows.map(({ reference, saleid }) => [reference, saleid]))
  return {
    missing: [...answered].filter(([reference, saleid]) => stored.get(reference) !== saleid),
    unanswered: rows.filter(({ reference }) => !answered.has(reference)),
    storedTwice: rows.length - stored.size,
    partial: rows.filter(({ lines }) => lines !== LINES),
    mismatches: await findMismatches(owner, businessid),
  }
}

export const NO_LOSSES: Awaited<ReturnType<typeof findLosses>> = {
  missing: [],
  unanswered: [],
  storedTwice: 0,
  partial: [],
  mismatches: {},
}
