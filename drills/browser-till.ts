import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findMismatches } from '../db/testing/find-mismatches.ts'
import { chromiumPath } from '../tools/find-chromium.ts'
import { defineDrill } from './lib/drill.ts'
import { findLinuxObstacle } from './lib/postgres-processes.ts'
import { runWinkel } from './lib/run-winkel.ts'
import { createFolder, startServerProcess } from './lib/server-process.ts'
import { connectOwner, signUpShop } from './lib/shop.ts'
import { createTillDevice, flap, isNegative, setTillPin, type TillDevice } from './lib/till-device.ts'

const TILLS = 2
const PRODUCTS = 20
const FLOAT_CENTS = 500_00
/** A refund, and money paid out, once in so many sales. */
const REFUND_EVERY = 20
const PAID_OUT_EVERY = 50
const ENVIRONMENT = { BACKUPS: 'off' }

type DeviceSale = { reference: string; state: string; reason?: string; sale: object }
type DeviceShift = { totals: { expected_cents: number; payments: { method: string; amount_cents: number }[] } }

type StoredPayment = { reference: string; method: string; cents: number }

/** A sale with one payment has it in its own row. */
const SELECT_PAYMENTS = `
  select reference, normalized_payment_method as method, finalamount_cents::integer as cents
    from sales where businessid = $1 and reference like $2 and not has_payments
   union all
  select reference, p.normalized_payment_method, p.amount_cents::integer
    from sale_payments p join sales s using (businessid, saleid) where businessid = $1 and reference like $2`

export default defineDrill({
  description:
    'two tills in browsers sell over networks that flap, with reloads, kills, second windows, clock changes and a restored server: each sale is there once',
  options: { sales: 10_000, faults: 210, kills: 20 },
  tiny: { sales: 40, faults: 14, kills: 1 },
  findObstacle: () =>
    findLinuxObstacle() ?? (chromiumPath() ? undefined : 'This drill needs a Chromium: on Debian, apt-get install chromium.'),
  async run(context) {
    const { options, figure, promise, progress } = context
    let server = await startServerProcess(context, { environment: ENVIRONMENT })
    const { dataDir, port, url } = server
    await server.waitUntilReady()
    const startServer = async () => {
      server = await startServerProcess(context, { dataDir, port, environment: ENVIRONMENT })
      await server.waitUntilReady()
    }
    const { owner } = await signUpShop(server)
    await owner.api.employees.setPin(setTillPin(owner.employeeid))
    const barcodes = await createProducts(owner)
    const devices: TillDevice[] = []
    for (let nth = 0; nth < TILLS; nth++) {
      const { key, till } = await owner.api.tills.create({ siteid: owner.siteid, name: `Counter ${nth + 1}` })
      devices.push(await createTillDevice(context, { url, barcodes, pairing: { key, tillid: till.tillid, name: till.name } }))
    }

    let hasEnded = false
    /** The tills wait here until the server has had what happens to it before. */
    let mayReach = 0
    const countReceipts = () => devices.reduce((sum, { receipts }) => sum + receipts.length, 0)
    const sellUntil = async (count: number) => {
      while (!hasEnded && countReceipts() < count) await delay(20)
    }
    const counts: Record<string, number> = {}
    const work = async (device: TillDevice) => {
      const faults = Object.entries(device.faults)
      const target = options.sales / TILLS
      const between = target / (options.faults / TILLS)
      let done = 0
      while (device.receipts.length < target) {
        while (countReceipts() > mayReach) await delay(20)
        const { length } = device.receipts
        const [name, cause] = faults[done % faults.length] ?? []
        if (name && cause && length >= between * (done + 0.5)) {
          done++
          counts[name] = (counts[name] ?? 0) + 1
          await cause()
          progress(`till ${device.tillid}: ${name}, ${countReceipts()} of ${options.sales} receipts`)
        } else if (length % REFUND_EVERY === REFUND_EVERY - 1) await device.giveBack()
        else if (length % PAID_OUT_EVERY === PAID_OUT_EVERY - 2) {
          await device.payOut()
          await device.sell()
        } else await device.sell()
      }
    }
    /** Kills the server evenly over the run, and puts a backup of the first third in its place after the second. */
    const disturb = async () => {
      const backup = join(await createFolder(context), 'drill.winkel-backup')
      const run = async (...args: string[]) => {
        const { code, stdout, stderr } = await runWinkel(context, args, { DATA_DIR: dataDir, ...ENVIRONMENT })
        if (code !== 0) throw new Error(`winkel ${args[0]} ended with ${code}: ${stderr}${stdout}`)
      }
      let inBackup = 0
      let lacking = 0
      const steps: [number, () => Promise<void>][] = Array.from({ length: options.kills }, (_, nth) => [
        (options.sales / (options.kills + 1)) * (nth + 1),
        async () => {
          server.signal('SIGKILL')
          await server.exit
          await startServer()
          progress(`the server was killed ${nth + 1} times`)
        },
      ])
      steps.push([
        options.sales / 3,
        async () => {
          await run('backup', backup)
          inBackup = await countSales(dataDir)
        },
      ])
      steps.push([
        (options.sales * 2) / 3,
        async () => {
          // A till waits longer after each failure.
          let before = 0
          while (!hasEnded && before <= inBackup) before = await countSales(dataDir)
          await server.stop()
          await rm(dataDir, { recursive: true })
          await run('restore', backup)
          await startServer()
          lacking = before - (await countSales(dataDir))
          progress(`the server was restored, and lacks ${lacking} sales`)
        },
      ])
      steps.sort(([a], [b]) => a - b)
      for (const [nth, [count, step]] of steps.entries()) {
        mayReach = count
        await sellUntil(count)
        mayReach = steps[nth + 1]?.[0] ?? options.sales
        await step()
      }
      return lacking
    }
    const flapping = devices.map(({ network }) => flap(network, () => hasEnded))
    const [lacking] = await Promise.all([
      disturb(),
      ...devices.map((device) =>
        work(device).catch((error: unknown) => {
          hasEnded = true
          throw error
        }),
      ),
    ])
    hasEnded = true
    await Promise.all(flapping)

    const client = await connectOwner(dataDir)
    const faults: Record<string, unknown[]> = { refused: [], missing: [], receipts: [], drawers: [], payments: [] }
    let stored = 0
    for (const device of devices) {
      await device.setClock(0)
      await device.sendAll()
      await device.closeDrawer()
      const kept = await device.read<DeviceSale>('sales')
      faults['refused']?.push(...kept.filter(({ state }) => state !== 'sent'))
      const [shift] = await device.read<DeviceShift>('shifts')
      const { rows } = await client.query<StoredPayment>(SELECT_PAYMENTS, [owner.businessid, `T${device.tillid}-%`])
      const paid = sumBy(rows, ({ reference }) => reference)
      stored += paid.size
      faults['missing']?.push(...kept.filter(({ reference }) => !paid.has(reference)), ...findExtra(paid, kept))
      faults['receipts']?.push(...findWrongReceipts(device, paid))
      const { rows: moved } = await client.query<{ cents: number }>(
        `select coalesce(sum(amount * 100), 0)::integer as cents from drawer_movements where businessid = $1 and tillid = $2`,
        [owner.businessid, device.tillid],
      )
      const byMethod = sumBy(rows, ({ method }) => method)
      const expected = FLOAT_CENTS + (byMethod.get('cash') ?? 0) + (moved[0]?.cents ?? 0)
      if (shift?.totals.expected_cents !== expected) faults['drawers']?.push({ expected, shift })
      const wrong = shift?.totals.payments.filter(({ method, amount_cents }) => amount_cents !== (byMethod.get(method) ?? 0))
      if (wrong?.length !== 0 || shift?.totals.payments.length !== byMethod.size)
        faults['payments']?.push({ tillid: device.tillid, shift, stored: [...byMethod] })
    }
    const { rows: twice } = await client.query(
      'select reference from sales where businessid = $1 group by 1 having count(*) > 1',
      [owner.businessid],
    )
    const { rows: late } = await client.query('select reference from sales where businessid = $1 and saledate > now()', [
      owner.businessid,
    ])
    const mismatches = await findMismatches(client, owner.businessid)
    await client.end()

    figure('receipts', countReceipts())
    figure('sales stored', stored)
    figure('kills of the server', options.kills)
    figure('sales that the restored server lacked', lacking)
    for (const [name, count] of Object.entries(counts)) figure(name, count)
    const holds = (name: string) => faults[name]?.length === 0
    promise('the server has refused no sale', holds('refused'), faults['refused']?.slice(0, 5))
    promise('each sale of a device is stored, and nothing else', holds('missing'), faults['missing']?.slice(0, 5))
    promise('no sale is stored twice', twice.length === 0, twice)
    promise('each receipt is a sale with its amount, and no number is on two', holds('receipts'), faults['receipts']?.slice(0, 5))
    promise('what a drawer should hold is its float, cash and movements as stored', holds('drawers'), faults['drawers'])
    promise('the payments of a drawer are those that are stored', holds('payments'), faults['payments'])
    promise('no sale is later than now', late.length === 0, late.slice(0, 5))
    promise('the restored server lacked sales', lacking > 0)
    promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
  },
})

/** Products with barcodes and prices that leave cents. */
async function createProducts({ api, siteid }: Awaited<ReturnType<typeof signUpShop>>['owner']) {
  const barcodes: string[] = []
  for (let nth = 0; nth < PRODUCTS; nth++) {
    const barcode = `60000${nth + 10}`
    const texts = { productname: `Product ${nth}`, barcode, category: 'Food', supplier: '', description: '' }
    await api.products.create({ siteid, ...texts, price: 9.99 + nth * 3.37, purchaseprice: 5, stock: 100_000 })
    barcodes.push(barcode)
  }
  return barcodes
}

function sumBy(payments: StoredPayment[], getKey: (payment: StoredPayment) => string) {
  const sums = new Map<string, number>()
  for (const payment of payments) sums.set(getKey(payment), (sums.get(getKey(payment)) ?? 0) + payment.cents)
  return sums
}

const findExtra = (stored: Map<string, number>, kept: DeviceSale[]) => {
  const references = new Set(kept.map(({ reference }) => reference))
  return [...stored.keys()].filter((reference) => !references.has(reference))
}

/** Receipts without a sale, with another amount, or with the number of another receipt. */
function findWrongReceipts({ receipts }: TillDevice, paid: Map<string, number>) {
  const seen = new Set<string>()
  return receipts.filter(({ reference, total }) => {
    const isTwice = seen.has(reference)
    seen.add(reference)
    const cents = Number(total.replace(/\D/g, '')) * (isNegative(total) ? -1 : 1)
    return isTwice || paid.get(reference) !== cents
  })
}

async function countSales(dataDir: string) {
  const client = await connectOwner(dataDir)
  const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from sales')
  await client.end()
  return rows[0]?.count ?? 0
}
