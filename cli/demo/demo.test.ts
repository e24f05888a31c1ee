import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addCheckDigit } from '../../contract/shared/barcode-identity.ts'
import { LOW_STOCK, STOCK_AMBER_BELOW } from '../../contract/shared/constants.ts'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { findMismatches } from '../../db/testing/find-mismatches.ts'
import { addDays, listDays } from '../../server/shared/buckets.ts'
import { testServer } from '../../server/testing/server.ts'
import { createApiClient } from './api-client.ts'
import { hasLeft, OWNER, SHOPS, STAFF } from './business.ts'
import { getOpeningHours, getWeekday } from './calendar.ts'
import { createCashUps } from './cash-ups.ts'
import { CATALOGUE, getPrice } from './catalogue.ts'
import { createDemoBusiness } from './create-business.ts'
import { DATA_VERSION, openDemoFolder } from './demo-folder.ts'
import { createSales } from './sales.ts'
import { sendSales } from './send-sales.ts'
import { calculateStock, countSoldQuantities, restock } from './stock.ts'
import { createStockDocuments } from './stock-documents.ts'

const TODAY = '2026-11-21'
const TWO_YEARS_AGO = '2024-11-21'
const NIGHT = 'T23:59:59'

const getDay = (time: string) => time.slice(0, 10)
const sortByReference = (sales: ReturnType<typeof createSales>) => sales.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))

test('demo: the sales of a day are the same on later days', () => {
  const today = createSales('2026-11-01', `${TODAY}T14:30:00`)
  const tomorrow = createSales('2026-10-01', `${addDays(TODAY, 1)}${NIGHT}`)
  const sameTime = tomorrow.filter(({ closetime }) => closetime > '2026-11-01' && closetime <= `${TODAY}T14:30:00`)
  expect(sortByReference(sameTime)).toEqual(sortByReference(today))
  expect(tomorrow.length).toBeGreaterThan(today.length)
  expect(new Set(tomorrow.map(({ reference }) => reference)).size).toBe(tomorrow.length)
})

test('demo: the generated sales change only with the data version', () => {
  const sales = createSales('2026-01-01', '2026-02-01').map(({ seller, lines, ...sale }) => [
    ...[sale, seller.lastname],
    ...lines.map(({ product, ...line }) => [product.barcode, line]),
  ])
  const json = JSON.stringify(sales)
  // If this fails, the generated sales have changed: increase DATA_VERSION in demo-folder.ts and update the hash.
  expect(`${DATA_VERSION} ${createHash('sha256').update(json).digest('hex').slice(0, 16)}`).toBe('9 e724410198516cd2')
})

test('demo: the catalogue has 400 products of 15 suppliers in 12 categories, each with a South African barcode', () => {
  expect(CATALOGUE).toHaveLength(400)
  expect(new Set(CATALOGUE.map(({ productname }) => productname)).size).toBe(400)
  expect(new Set(CATALOGUE.map(({ barcode }) => barcode)).size).toBe(400)
  expect(new Set(CATALOGUE.map(({ category }) => category)).size).toBe(12)
  expect(new Set(CATALOGUE.map(({ supplier }) => supplier)).size).toBe(15)
  expect(addCheckDigit('400638133393')).toBe('4006381333931') // a published example
  for (const { barcode, price, purchaseprice } of CATALOGUE) {
    expect(barcode).toMatch(/^60[01]\d{10}$/)
    const sum = [...barcode].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0)
    expect(sum % 10).toBe(0)
    expect(purchaseprice).toBeLessThan(price)
  }
  expect(CATALOGUE.filter(({ vat_rate }) => vat_rate === 0).length).toBeGreaterThan(50)
  for (const { code } of SHOPS) expect(CATALOGUE.filter(({ siteCode }) => siteCode === code).length).toBeGreaterThan(130)
})

test('demo: two years of sales have the seasons, hours and payment methods of a South African shop', () => {
  const sales = createSales(TWO_YEARS_AGO, `${TODAY}${NIGHT}`)
  expect(sales.length).toBeGreaterThan(35_000)
  expect(sales.length).toBeLessThan(45_000)
  const revenue = new Map<string, number>()
  for (const { saledate, finalamount } of sales) revenue.set(getDay(saledate), (revenue.get(getDay(saledate)) ?? 0) + finalamount)
  const average = (isCounted: (day: string) => boolean) => {
    const days = listDays({ from: TWO_YEARS_AGO, to: TODAY }).filter(isCounted)
    return days.reduce((sum, day) => sum + (revenue.get(day) ?? 0), 0) / days.length
  }
  const usual = average(() => true)
  expect(average((day) => day.slice(5, 7) === '12')).toBeGreaterThan(usual * 1.25)
  expect(average((day) => day.slice(5, 7) === '01')).toBeLessThan(usual * 0.9)
  expect(average((day) => getWeekday(day) === 6)).toBeGreaterThan(average((day) => getWeekday(day) === 1) * 1.5)
  expect(average((day) => Number(day.slice(8)) >= 25)).toBeGreaterThan(average((day) => day.slice(8, 9) === '1') * 1.15)
  expect(revenue.get('2025-11-28')).toBeGreaterThan(usual * 1.7) // Black Friday
  expect(revenue.has('2025-12-25')).toBe(false)

  for (const { saledate, seller } of sales) {
    const hours = getOpeningHours(getDay(saledate))
    const minute = Number(saledate.slice(11, 13)) * 60 + Number(saledate.slice(14, 16))
    expect(hours && minute >= hours.opens && minute <= hours.closes).toBe(true)
    expect(seller.hiredate <= getDay(saledate) && !hasLeft(seller, getDay(saledate))).toBe(true)
  }
  const share = (isCounted: (sale: (typeof sales)[number]) => boolean) => sales.filter(isCounted).length / sales.length
  for (const [method, least] of Object.entries({ card: 0.5, cash: 0.15, SnapScan: 0.08, EFT: 0.03 }))
    expect(share(({ payment_method }) => payment_method === method)).toBeGreaterThan(least)
  const refunds = share(({ finalamount }) => finalamount < 0)
  expect(refunds).toBeGreaterThan(0.005)
  expect(refunds).toBeLessThan(0.02)
})

test('demo: shops split payments, take tips, sell gift cards, deliver, and give discounts and refunds with their sale', () => {
  const sales = createSales(addDays(TODAY, -60), `${TODAY}${NIGHT}`)
  const cents = (amounts: { amount: number }[]) => amounts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  for (const { finalamount, payments, extras } of sales)
    if (payments.length > 0) expect(cents(payments)).toBe(Math.round(finalamount * 100) + cents(extras))
  const used = sales.flatMap(({ payments }) => payments.filter(({ method }) => method === 'gift card'))
  const sold = sales.flatMap(({ extras }) => extras.filter(({ kind }) => kind === 'gift_card'))
  expect(sold.length).toBeGreaterThan(20)
  expect(used.length).toBeGreaterThan(10)
  expect(sold.length).toBeGreaterThan(used.length)
  expect(sales.filter(({ extras }) => extras.some(({ kind }) => kind === 'tip')).length).toBeGreaterThan(20)
  expect(sales.filter(({ payments }) => payments.length > 1).length).toBeGreaterThan(40)
  expect(sales.filter(({ charges }) => charges.length > 0).length).toBeGreaterThan(10)
  expect(sales.flatMap(({ lines }) => lines.filter(({ discount }) => discount)).length).toBeGreaterThan(40)
  const references = new Set(sales.map(({ reference }) => reference))
  for (const { finalamount, refund_of } of sales) if (finalamount < 0) expect(references).toContain(refund_of)
})

test('demo: prices rise on 1 March and were lower before', () => {
  for (const product of CATALOGUE) {
    expect(getPrice(product, TODAY)).toBe(product.price)
    expect(getPrice(product, '2026-02-28')).toBeLessThan(product.price)
    expect(getPrice(product, '2025-02-28')).toBeLessThanOrEqual(getPrice(product, '2025-03-01'))
    expect(getPrice(product, '2024-11-21') * 100).toBeCloseTo(Math.round(getPrice(product, '2024-11-21') * 100), 6)
  }
})

test.for(['2025-03-02', '2025-12-24', '2026-01-01', '2026-06-15', TODAY])(
  'demo: on %s a few products are low and few are out of stock',
  (day) => {
    const sold = countSoldQuantities(createSales(addDays(day, -7), day + NIGHT))
    const stocks = CATALOGUE.map((product) => calculateStock(product, sold, day + NIGHT)).filter((stock) => stock < LOW_STOCK)
    const red = stocks.filter((stock) => stock <= 0).length
    const amber = stocks.filter((stock) => stock > 0 && stock < STOCK_AMBER_BELOW).length
    expect(red).toBeGreaterThanOrEqual(1)
    expect(red).toBeLessThanOrEqual(4)
    expect(amber).toBeGreaterThanOrEqual(3)
    expect(stocks.length - red - amber).toBeGreaterThanOrEqual(3)
    expect(stocks.length).toBeLessThan(30)
    expect(Math.min(...stocks)).toBeGreaterThan(-10)
  },
)

test.for(['2025-12-24', '2026-06-15', TODAY])(
  'demo: on %s some products of several suppliers are at their reorder level',
  (day) => {
    const sold = countSoldQuantities(createSales(addDays(day, -7), day + NIGHT))
    const listed = CATALOGUE.filter(
      (product) => product.reorder_level !== null && calculateStock(product, sold, day + NIGHT) <= product.reorder_level,
    )
    expect(listed.length).toBeGreaterThanOrEqual(10)
    expect(listed.length).toBeLessThanOrEqual(25)
    expect(new Set(listed.map(({ supplier }) => supplier)).size).toBeGreaterThan(3)
  },
)

test('demo: most days are cashed up, with small differences, a large one, a correction and sales that arrive later', () => {
  const cashUps = createCashUps('2026-10-12', TODAY)
  const days = new Set(cashUps.map(({ sitename, day }) => `${sitename} ${day}`)).size
  expect(days).toBeGreaterThan(105)
  expect(days).toBeLessThan(41 * SHOPS.length)
  const differences = cashUps.map(({ difference }) => difference)
  expect(differences.filter((difference) => difference === 0).length).toBeGreaterThan(days / 2)
  expect(differences.filter((difference) => difference !== 0 && Math.abs(difference) <= 30).length).toBeGreaterThan(10)
  expect(cashUps.some(({ difference, note }) => difference < -300 && note !== '')).toBe(true)
  expect(cashUps.some(({ entry, difference }) => entry === 2 && difference === 0)).toBe(true)
  expect(cashUps.some(({ late_sales }) => late_sales > 0)).toBe(true)
})

test('demo: a demo continued for two days equals one that starts on the last day', async () => {
  const server = await testServer()
  onTestFinished(server.close)
  const rows = async (statement: string) => (await server.ownerPool.query(statement)).rows
  const [from, before, after] = ['2026-11-17', '2026-11-18T15:00:00', '2026-11-20T11:00:00']
  const state = await createDemoBusiness(server, from, before)
  expect(await sendSales(server, state, before)).toEqual([])
  const earlier = { ...state, upTo: before }
  expect(await sendSales(server, earlier, after)).toEqual([])
  await restock(server, earlier, after)

  expect(await rows('select count(*) from sales')).toEqual([{ count: createSales(from, after).length }])
  const sold = countSoldQuantities(createSales(addDays(from, -7), after))
  expect(await rows('select barcode, stock from product order by productid')).toEqual(
    CATALOGUE.map((product) => ({ barcode: product.barcode, stock: calculateStock(product, sold, after) })),
  )
  await createStockDocuments(server, getDay(after))
  const documents = await rows('select kind, state, count(*)::int as documents from stock_documents group by 1, 2 order by 1, 2')
  expect(documents.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    ...['adjustment booked', 'count counting', 'delivery received', 'order part_received', 'order sent', 'transfer sent'],
  ])
  expect(await findMismatches(server.ownerPool, state.businessid)).toEqual({})
  expect(await rows('select distinct employeeid, siteid from sales except select employeeid, siteid from employee')).toEqual([])
  expect(await rows('select lastname, disablereason from employee where not isenabled order by employeeid')).toEqual([
    { lastname: 'Botha', disablereason: 'Retired at the end of March 2025' },
    { lastname: 'Mahlangu', disablereason: 'Contract ended on 31 August 2025' },
    { lastname: 'Khumalo', disablereason: 'Moved to another city' },
  ])
})

test('demo: refuses a folder with other files and empties one whose filling was interrupted', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'novel.txt'), 'Chapter 1')
  await expect(openDemoFolder(folder)).rejects.toThrow('holds other files than a demo')
  expect(await readdir(folder)).toEqual(['novel.txt'])

  const interrupted = await newFolder()
  await openDemoFolder(interrupted)
  await mkdir(join(interrupted, 'files'))
  expect(await openDemoFolder(interrupted)).toEqual({ isCurrent: true })
  expect(await readdir(interrupted)).toEqual(['demo.json'])
})

test('demo: starts, prints the login and has sales', async () => {
  const [port, folder] = [await findFreePort(), await newFolder()]
  const first = await start(port, folder)
  expect(first.output()).toContain(`The demo is ready at http://localhost:${port}\n`)
  expect(first.output()).toContain(OWNER.email)
  expect(first.output()).toContain(OWNER.password)
  expect(first.output()).toContain('till PINs 2468 (sellers), 1357 (managers)')

  const publicUrl = `http://localhost:${port}`
  const server = { url: `http://127.0.0.1:${port}`, config: { publicUrl } }
  const api = createApiClient(server)
  const { business } = await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  expect(business?.name).toBe('Karoo Pantry')
  const { from, upTo } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))
  const figures = await api.dashboard.figures({ from, to: getDay(upTo) })
  expect(figures.daily).toHaveLength(DAYS)
  expect(figures.orders).toBe(createSales(from, upTo).length)
  expect(figures.payments.length).toBeGreaterThanOrEqual(4)
  expect(figures.top_sites.map(({ sitename }) => sitename).sort()).toEqual(SHOPS.map(({ sitename }) => sitename).sort())
  expect(figures.top_employees).toHaveLength(5)
  expect(figures.low_stock).toBeGreaterThan(8)
  expect((await api.tickets.count()).open).toBe(3)
  const [ticket] = (await api.tickets.list({})).rows
  const { messages } = await api.tickets.get({ ticketid: ticket?.ticketid ?? 0 })
  expect(messages.map(({ is_from_support }) => is_from_support)).toEqual([false, true])
  expect(await api.dashboard.announcements()).toHaveLength(2)
  const { rows } = await api.cashUps.list({ month: addDays(getDay(upTo), -1).slice(0, 7) })
  for (const { day, sitename, cash_up } of rows) {
    const saved = createCashUps(day, day).findLast((cashUp) => cashUp.sitename === sitename && day < getDay(upTo))
    expect(cash_up && { difference: cash_up.difference, late: cash_up.late?.sales ?? 0 }).toEqual(
      saved ? { difference: saved.difference, late: saved.late_sales } : null,
    )
  }
  expect((await api.products.list({})).results).toBe(400)
  expect((await api.stockReports.reorder({})).suppliers.length).toBeGreaterThan(3)
  const suppliers = await api.suppliers.list({})
  expect(suppliers).toMatchObject({
    results: 15,
    rows: [
      { name: 'Boland Kitchen', lead_time_days: 3, minimum_order: 800 },
      ...Array(9).fill({ lead_time_days: expect.any(Number) }),
    ],
  })
  expect((await api.stockReports.slowSellers({})).results).toBeGreaterThan(3)
  expect((await api.employees.list({ status: 'disabled' })).results).toBe(STAFF.filter((person) => hasLeft(person, TODAY)).length)
  const team = (await api.employees.list({ status: 'enabled' })).rows
  expect(team.length).toBeGreaterThan(5)
  expect(team.filter(({ has_pin }) => !has_pin)).toEqual([])
  expect(await api.account.receipts.get()).toMatchObject({ vat_number: '4123456789' })
  await first.stop()

  const second = await start(port, folder)
  expect(second.output()).not.toContain('Filling')
  expect((await api.dashboard.announcements()).length).toBe(2)
  await second.stop()
})

const DAYS = 4

/** Starts `npm run demo` with a short history and waits until it is ready. */
async function start(port: number, folder: string) {
  const child = spawn(process.execPath, ['tools/run.mjs', 'cli/main.ts', 'demo'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], PORT: String(port), DEMO_DATA_DIR: folder, DEMO_DAYS: String(DAYS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  }
  onTestFinished(async () => void (child.exitCode === null && (await stop())))
  let output = ''
  for await (const chunk of child.stdout) {
    output += chunk
    if (output.includes(OWNER.password)) break
  }
  return { output: () => output, stop }
}

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'winkel-demo-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
