import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LOW_STOCK, STOCK_AMBER_BELOW } from '../contract/shared/constants.ts'
import { findFreePort } from '../db/embedded/free-port.ts'
import { createClient } from '../server/testing/clients.ts'
import { testServer } from '../server/testing/server.ts'
import { listDays, openingHours, plusDays, weekdayOf } from './demo/calendar.ts'
import { CATALOGUE, ean13, priceOn } from './demo/catalogue.ts'
import { EDITION, openFolder } from './demo/folder.ts'
import { createDemoBusiness } from './demo/founding.ts'
import { hasLeft, OWNER, SHOPS, STAFF } from './demo/people.ts'
import { slipsBetween } from './demo/sales.ts'
import { soldBy, stockLeft } from './demo/stock.ts'
import { deliver, sell } from './demo/trade.ts'

const TODAY = '2026-11-21'
const TWO_YEARS_AGO = '2024-11-21'
const NIGHT = 'T23:59:59'

const dayOf = (time: string) => time.slice(0, 10)
const byReference = (slips: ReturnType<typeof slipsBetween>) => slips.toSorted((a, b) => (a.reference < b.reference ? -1 : 1))

test('tomorrow, what was sold until today is what it is today', () => {
  const today = slipsBetween('2026-11-01', `${TODAY}T14:30:00`)
  const tomorrow = slipsBetween('2026-10-01', `${plusDays(TODAY, 1)}${NIGHT}`)
  const sameTime = tomorrow.filter(({ closetime }) => closetime > '2026-11-01' && closetime <= `${TODAY}T14:30:00`)
  expect(byReference(sameTime)).toEqual(byReference(today))
  expect(tomorrow.length).toBeGreaterThan(today.length)
  expect(new Set(tomorrow.map(({ reference }) => reference)).size).toBe(tomorrow.length)
})

test('the history is that of its edition: another one would not go on from what folders hold', () => {
  const told = JSON.stringify(slipsBetween('2026-01-01', '2026-02-01').map((slip) => ({ ...slip, seller: slip.seller.lastname })))
  // When this fails you have changed the demo's past: give it another EDITION (folder.ts), then what it says here.
  expect(`${EDITION} ${createHash('sha256').update(told).digest('hex').slice(0, 16)}`).toBe('1 604f45431c6e1da8')
})

test('the catalogue has 400 products of 15 suppliers in 12 categories, each with a South African barcode', () => {
  expect(CATALOGUE).toHaveLength(400)
  expect(new Set(CATALOGUE.map(({ productname }) => productname)).size).toBe(400)
  expect(new Set(CATALOGUE.map(({ barcode }) => barcode)).size).toBe(400)
  expect(new Set(CATALOGUE.map(({ category }) => category)).size).toBe(12)
  expect(new Set(CATALOGUE.map(({ supplier }) => supplier)).size).toBe(15)
  expect(ean13('400638133393')).toBe('4006381333931') // one of many that a search for the standard finds
  for (const { barcode, price, purchaseprice } of CATALOGUE) {
    expect(barcode).toMatch(/^60[01]\d{10}$/)
    const sum = [...barcode].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
    expect(sum % 10).toBe(0)
    expect(purchaseprice).toBeLessThan(price)
  }
  for (const { code } of SHOPS) expect(CATALOGUE.filter(({ at }) => at === code).length).toBeGreaterThan(130)
})

test('two years have the shape of a South African shop', () => {
  const slips = slipsBetween(TWO_YEARS_AGO, `${TODAY}${NIGHT}`)
  expect(slips.length).toBeGreaterThan(35_000)
  expect(slips.length).toBeLessThan(45_000)
  const revenue = new Map<string, number>()
  for (const { saledate, finalamount } of slips) revenue.set(dayOf(saledate), (revenue.get(dayOf(saledate)) ?? 0) + finalamount)
  const average = (isCounted: (day: string) => boolean) => {
    const days = listDays(TWO_YEARS_AGO, TODAY).filter(isCounted)
    return days.reduce((sum, day) => sum + (revenue.get(day) ?? 0), 0) / days.length
  }
  const usual = average(() => true)
  expect(average((day) => day.slice(5, 7) === '12')).toBeGreaterThan(usual * 1.25)
  expect(average((day) => day.slice(5, 7) === '01')).toBeLessThan(usual * 0.9)
  expect(average((day) => weekdayOf(day) === 6)).toBeGreaterThan(average((day) => weekdayOf(day) === 1) * 1.5)
  expect(average((day) => Number(day.slice(8)) >= 25)).toBeGreaterThan(average((day) => day.slice(8, 9) === '1') * 1.15)
  expect(revenue.get('2025-11-28')).toBeGreaterThan(usual * 1.7) // Black Friday
  expect(revenue.has('2025-12-25')).toBe(false)

  for (const { saledate, seller } of slips) {
    const hours = openingHours(dayOf(saledate))
    const minute = Number(saledate.slice(11, 13)) * 60 + Number(saledate.slice(14, 16))
    expect(hours && minute >= hours.opens && minute <= hours.closes).toBe(true)
    expect(seller.hiredate <= dayOf(saledate) && !hasLeft(seller, dayOf(saledate))).toBe(true)
  }
  const share = (isCounted: (slip: (typeof slips)[number]) => boolean) => slips.filter(isCounted).length / slips.length
  for (const [method, least] of Object.entries({ card: 0.5, cash: 0.15, SnapScan: 0.08, EFT: 0.03 }))
    expect(share(({ payment_method }) => payment_method === method)).toBeGreaterThan(least)
  const refunds = share(({ finalamount }) => finalamount < 0)
  expect(refunds).toBeGreaterThan(0.005)
  expect(refunds).toBeLessThan(0.02)
})

test('prices rose on 1 March, and what was sold before was cheaper', () => {
  for (const product of CATALOGUE) {
    expect(priceOn(product, TODAY)).toBe(product.price)
    expect(priceOn(product, '2026-02-28')).toBeLessThan(product.price)
    expect(priceOn(product, '2025-02-28')).toBeLessThanOrEqual(priceOn(product, '2025-03-01'))
    expect(priceOn(product, '2024-11-21') * 100).toBeCloseTo(Math.round(priceOn(product, '2024-11-21') * 100), 6)
  }
})

test.for(['2025-03-02', '2025-12-24', '2026-01-01', '2026-06-15', TODAY])('on %s a few shelves are low, and few empty', (day) => {
  const sold = soldBy(slipsBetween(plusDays(day, -7), day + NIGHT))
  const stocks = CATALOGUE.map((product) => stockLeft(product, sold, day + NIGHT)).filter((stock) => stock < LOW_STOCK)
  const red = stocks.filter((stock) => stock <= 0).length
  const amber = stocks.filter((stock) => stock > 0 && stock < STOCK_AMBER_BELOW).length
  expect(red).toBeGreaterThanOrEqual(1)
  expect(red).toBeLessThanOrEqual(4)
  expect(amber).toBeGreaterThanOrEqual(3)
  expect(stocks.length - red - amber).toBeGreaterThanOrEqual(3)
  expect(stocks.length).toBeLessThan(30)
  expect(Math.min(...stocks)).toBeGreaterThan(-10)
})

test('a demo that goes on for two days ends like one begun on the last of them', { timeout: 60_000 }, async () => {
  const server = await testServer()
  onTestFinished(server.close)
  const rows = async (statement: string) => (await server.ownerPool.query(statement)).rows
  const [from, before, after] = ['2026-11-17', '2026-11-18T15:00:00', '2026-11-20T11:00:00']
  const story = await createDemoBusiness(server, from, before)
  expect(await sell(server, story, before)).toEqual([])
  const interrupted = { ...story, upTo: before }
  expect(await sell(server, interrupted, after)).toEqual([])
  await deliver(server, interrupted, after)

  expect(await rows('select count(*) from sales')).toEqual([{ count: slipsBetween(from, after).length }])
  const sold = soldBy(slipsBetween(plusDays(from, -7), after))
  expect(await rows('select barcode, stock from product order by productid')).toEqual(
    CATALOGUE.map((product) => ({ barcode: product.barcode, stock: stockLeft(product, sold, after) })),
  )
  expect(await rows('select distinct employeeid, siteid from sales except select employeeid, siteid from employee')).toEqual([])
  expect(await rows('select lastname, disablereason from employee where not isenabled order by employeeid')).toEqual([
    { lastname: 'Botha', disablereason: 'Retired at the end of March 2025' },
    { lastname: 'Mahlangu', disablereason: 'Contract ended on 31 August 2025' },
    { lastname: 'Khumalo', disablereason: 'Moved to another city' },
  ])
})

test('a folder of something else is left alone, and one that was not filled to the end is begun anew', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'novel.txt'), 'Chapter 1')
  await expect(openFolder(folder)).rejects.toThrow('holds something else than a demo')
  expect(await readdir(folder)).toEqual(['novel.txt'])

  const broken = await newFolder()
  await openFolder(broken)
  await mkdir(join(broken, 'files'))
  expect(await openFolder(broken)).toEqual({ goesOn: true })
  expect(await readdir(broken)).toEqual(['demo.json'])
})

test('it starts, says the login, and has sales to look at', { timeout: 60_000 }, async () => {
  const [port, folder] = [await findFreePort(), await newFolder()]
  const first = await start(port, folder)
  expect(first.said()).toContain(`The demo is ready at http://localhost:${port}\n`)
  expect(first.said()).toContain(OWNER.email)
  expect(first.said()).toContain(OWNER.password)

  const publicUrl = `http://localhost:${port}`
  const server = { url: `http://127.0.0.1:${port}`, config: { publicUrl }, secrets: new Set<string>() }
  const { api } = createClient(server as Parameters<typeof createClient>[0])
  const { business } = await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  expect(business?.name).toBe('Karoo Pantry')
  const { from, upTo } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'))
  const figures = await api.dashboard.figures({ from, to: dayOf(upTo) })
  expect(figures.daily).toHaveLength(DAYS)
  expect(figures.orders).toBe(slipsBetween(from, upTo).length)
  expect(figures.payments).toHaveLength(4)
  expect(figures.top_sites.map(({ sitename }) => sitename).sort()).toEqual(SHOPS.map(({ sitename }) => sitename).sort())
  expect(figures.top_employees).toHaveLength(5)
  expect(figures.low_stock).toBeGreaterThan(8)
  expect((await api.dashboard.tickets()).open).toBe(3)
  expect(await api.dashboard.announcements()).toHaveLength(2)
  expect((await api.products.list({})).results).toBe(400)
  expect((await api.employees.list({ status: 'disabled' })).results).toBe(STAFF.filter((one) => hasLeft(one, TODAY)).length)
  await first.stop()

  const second = await start(port, folder)
  expect(second.said()).not.toContain('Filling')
  expect((await api.dashboard.announcements()).length).toBe(2)
  await second.stop()
})

const DAYS = 10

/** `npm run demo` with a short history, once it says that it is ready. */
async function start(port: number, folder: string) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '..', 'tools', 'run.mjs'), join(import.meta.dirname, 'demo.ts')],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env['PATH'], PORT: String(port), DEMO_DATA_DIR: folder, DEMO_DAYS: String(DAYS) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    expect((await exit)[0]).toBe(0)
  }
  onTestFinished(async () => void (child.exitCode === null && (await stop())))
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes(OWNER.password)) break
  }
  return { said: () => said, stop }
}

async function newFolder() {
  const path = await mkdtemp(join(tmpdir(), 'winkel-demo-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}
