import type { CLOCK_AHEAD, SaleAnswer } from '../../../contract/tills.ts'
import { database, readValue, type StoredMovement, type StoredSale, writeValue } from '../device/database.ts'
import { withoutProduct } from '../sale/create-sale.ts'
import { BadRequest, sendMovements, sendSales } from './till-api.ts'

// What was sold goes to the server in the order in which it was sold, until each sale has an answer. A sale that is sent twice is stored once.

const BATCH = 100

/** Sends all that waits. Resolves when nothing waits any more; throws Unreachable and KeyEnded. */
export async function sendWaiting(key: string) {
  for (;;) {
    // In the order of their numbers, which is that of the key.
    const sales = await database.sales.where({ state: 'waiting' }).limit(BATCH).toArray()
    if (sales.length === 0) break
    await sendBatch(sales, key)
  }
  for (;;) {
    const movements = await database.movements.where({ state: 'waiting' }).limit(BATCH).toArray()
    if (movements.length === 0) break
    await storeMovements(movements, key)
  }
  await endResend()
}

async function sendBatch(sales: StoredSale[], key: string) {
  try {
    const { answer, epoch } = await sendSales(
      key,
      sales.map(({ sale }) => sale),
      await readValue('epoch'),
    )
    await keepAnswers(sales, answer.sales, epoch)
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error
    const [only, ...others] = sales
    if (only && others.length === 0) return void (await refuse(only, error.message))
    // One of them makes the request unreadable: it is found by halves.
    const half = Math.ceil(sales.length / 2)
    await sendBatch(sales.slice(0, half), key)
    await sendBatch(sales.slice(half), key)
  }
}

const refuse = ({ reference }: StoredSale, reason: string) => database.sales.update(reference, { state: 'refused', reason })

const keepAnswers = (sales: StoredSale[], answers: SaleAnswer[], epoch: string | null) =>
  database.transaction('rw', [database.sales, database.movements, database.values], async () => {
    await noteEpoch(epoch)
    for (const [index, stored] of sales.entries()) {
      const answer = answers[index]
      if (!answer) continue
      if (answer.status === 'rejected') await keepRejected(stored, answer)
      else await database.sales.update(stored.reference, { state: 'sent', reason: '' })
    }
  })

type Rejected = Extract<SaleAnswer, { status: 'rejected' }>

const AHEAD: typeof CLOCK_AHEAD = 'CLOCK_AHEAD'

/**
 * Where the clock of the device was ahead: the time by that of the server, as far behind as the clock is ahead now, and never later than
 * now. Undefined for another reason.
 */
function findRightTime(at: number, { code, server_time }: Pick<Rejected, 'code' | 'server_time'>) {
  if (code !== AHEAD || server_time === undefined) return undefined
  const server = new Date(server_time).getTime()
  return new Date(Math.min(at - Math.max(0, Date.now() - server), server)).toISOString()
}

/** Its goods were sold, whatever became of the product: the line is sent again without it. Other sales wait for a person. */
async function keepRejected(stored: StoredSale, answer: Rejected) {
  const { field, reason } = answer
  const saledate = findRightTime(stored.at, answer)
  if (saledate) return void (await database.sales.update(stored.reference, { sale: { ...stored.sale, saledate } }))
  const barcodes = Object.fromEntries(stored.basket.lines.map(({ productid = 0, barcode }) => [productid, barcode]))
  const sale = withoutProduct(stored.sale, barcodes, field)
  if (sale) await database.sales.update(stored.reference, { sale })
  else await refuse(stored, reason)
}

/**
 * A new epoch: the database was restored, and may lack what was sent before. All that the till keeps waits again, and what the answer with
 * the epoch is about is marked after this.
 */
async function noteEpoch(epoch: string | null) {
  if (epoch === null) return
  const seen = await readValue('seen_epoch')
  if (seen === epoch) return
  if (seen !== undefined) {
    await database.sales.where({ state: 'sent' }).modify({ state: 'waiting' })
    await database.movements.where({ state: 'sent' }).modify({ state: 'waiting' })
  }
  await writeValue('seen_epoch', epoch)
}

/** From now on each request says that the till has sent all that it keeps. */
const endResend = () =>
  database.transaction('rw', [database.sales, database.movements, database.values], async () => {
    const waiting = { state: 'waiting' }
    if ((await database.sales.where(waiting).count()) > 0 || (await database.movements.where(waiting).count()) > 0) return
    const seen = await readValue('seen_epoch')
    if (seen !== undefined) await writeValue('epoch', seen)
  })

async function storeMovements(movements: StoredMovement[], key: string) {
  const { answer } = await sendMovements(
    key,
    movements.map(({ movement }) => movement),
  )
  await database.transaction('rw', database.movements, async () => {
    for (const [index, { reference, at, movement }] of movements.entries()) {
      const result = answer.movements[index]
      if (result?.status === 'rejected') {
        const time = findRightTime(at, result)
        if (time) await database.movements.update(reference, { movement: { ...movement, time } })
        else await database.movements.update(reference, { state: 'refused', reason: result.reason })
      } else if (result) await database.movements.update(reference, { state: 'sent', reason: '' })
    }
  })
}

/** Sends what was refused once more, when a person asks for it. */
export const retryRefused = async () => {
  await database.sales.where({ state: 'refused' }).modify({ state: 'waiting' })
  await database.movements.where({ state: 'refused' }).modify({ state: 'waiting' })
}
