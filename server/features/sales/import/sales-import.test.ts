import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ORPCError } from '@orpc/client'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createImportAnswer } from '../../../../contract/imports.ts'
import { SalesImportPreview, type SalesImportProgress } from '../../../../contract/sales-imports.ts'
import { createTenantScopes, type Scope } from '../../../../db/tenant-scope.ts'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { listStoppedWork } from '../../../shared/background-work.ts'
import { BROKEN_FILES } from '../../../testing/broken-files.ts'
import { createOwner, createTill, type Owner } from '../../../testing/clients.ts'
import { startServer, testServer } from '../../../testing/server.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { claimImportRun, claimUndoRun, restartRun } from './run-import.ts'

const server = await testServer()
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows
const EXTRACT = join(import.meta.dirname, '../../../../cli/till/testing/online-retail-extract.csv')

const Refusal = z.object({ message: z.string() })
const SalesImportAnswer = createImportAnswer(SalesImportPreview)

type Sent = { owner?: Owner; search?: Record<string, unknown>; headers?: Record<string, string>; path?: string }

const send = (
  file: string | Buffer,
  { owner = thandi, search = {}, headers = {}, path = '/api/v1/sales/imports' }: Sent = {},
) => {
  const parameters = { file_name: 'sales.csv', siteid: owner.siteid, ...search }
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]))
  return owner.fetch(`${path}?${query}`, {
    method: 'POST',
    body: new Uint8Array(Buffer.from(file)),
    headers: { 'content-type': 'text/csv', ...headers },
  })
}

async function preview(file: string | Buffer, sent?: Sent) {
  const answer = await send(file, sent)
  const body = await answer.json()
  if (!answer.ok) throw new Error(Refusal.parse(body).message)
  const { preview } = SalesImportAnswer.parse(body)
  if (!preview) throw new Error('the columns do not match')
  return preview
}

/** The steps of an import and its end: what it finished with, or its error. */
async function readSteps(steps: Promise<AsyncIterable<SalesImportProgress>>) {
  try {
    const all = await Array.fromAsync(await steps)
    const last = all.at(-1)
    return last && 'finished' in last ? last.finished : undefined
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    return { code: error.code, message: error.message }
  }
}
const confirm = (importid: number, choice: { moves_stock?: boolean } = {}, { api } = thandi) =>
  readSteps(api.salesImports.confirm({ importid, ...choice }))
const undo = (importid: number, { api } = thandi) => readSteps(api.salesImports.undo({ importid }))
const importFile = async (file: string | Buffer, sent?: Sent) => confirm((await preview(file, sent)).importid, {}, sent?.owner)

const sums = async ({ businessid } = thandi) =>
  (
    await ask('select count(*)::int as sales, coalesce(sum(finalamount), 0)::float as amount from sales where businessid = $1', [
      businessid,
    ])
  )[0]
const mismatches = () => findMismatches(server.ownerPool, thandi.businessid)
const addProduct = async (productname: string, barcode = '', stock = 100, { businessid, siteid } = thandi) =>
  (
    await ask(
      'insert into product (businessid, siteid, productname, barcode, price, stock) values ($1, $2, $3, $4, 5, $5) returning productid',
      [businessid, siteid, productname, barcode, stock],
    )
  )[0].productid as number
const findStock = async (productid: number) =>
  Number((await ask('select stock from product where productid = $1', [productid]))[0].stock)

type Invoice = { invoice_id: string; invoice_date: string; total_price: string }
const invoices: Invoice[] = parse(await readFile(EXTRACT), { columns: true })
const cents = (amount: number) => Math.round(amount * 100)
/** Each invoice once; those that come again with another amount or minute are parts of one. */
const distinct = new Map(
  invoices.map(({ invoice_id, invoice_date, total_price }) => {
    const amount = cents(Number(total_price))
    return [`${invoice_id} ${invoice_date} ${amount}`, amount]
  }),
)
const total = [...distinct.values()].reduce((sum, amount) => sum + amount, 0)

const asItems = () =>
  ['Receipt no;Date;Item;Qty;Unit price;Line total']
    .concat(
      invoices.flatMap(({ invoice_id, invoice_date, total_price }) => {
        const half = Math.round(Number(total_price) * 50) / 100
        const rest = Math.round((Number(total_price) - half) * 100) / 100
        const row = (name: string, amount: number) =>
          `${invoice_id};${invoice_date};${name};${amount < 0 ? -1 : 1};"${Math.abs(amount).toFixed(2).replace('.', ',')}";"${amount.toFixed(2).replace('.', ',')}"`
        return [row('Bunting', half), row('Lantern', rest)]
      }),
    )
    .join('\r\n')

const asLoyverse = () =>
  [
    'Date,Receipt number,Receipt type,Gross sales,Discounts,Net sales,Taxes,Total collected,Payment type,POS,Store,Cashier name,Status',
  ]
    .concat(
      invoices.map(({ invoice_id, invoice_date, total_price }) => {
        const amount = `R${Math.abs(Number(total_price)).toFixed(2)}`
        const type = Number(total_price) < 0 ? 'Refund' : 'Sale'
        return `${invoice_date},1-${invoice_id},${type},${amount},R0.00,${amount},R0.00,${amount},Cash,POS 1,Main,Sipho,Closed`
      }),
    )
    .join('\n')

test.each([
  ['one row a sale', async () => readFile(EXTRACT), total],
  ['one row an item', asItems, invoices.reduce((sum, { total_price }) => sum + cents(Number(total_price)), 0)],
  ['an export of Loyverse', asLoyverse, total],
])('sales import: %s, real invoices; the same file adds nothing a second time', async (_shape, createFile, amount) => {
  const file = await createFile()
  const first = await preview(file)
  expect(first).toMatchObject({ existing: 0, rejected: 0, date_order: 'mdy', first_day: '2009-12-01', last_day: '2011-12-09' })
  expect(cents(first.months.reduce((sum, month) => sum + month.amount, 0))).toBe(amount)
  expect(await sums()).toEqual({ sales: 0, amount: 0 })
  expect(await confirm(first.importid)).toEqual({ sales: first.new, failed: 0 })
  const stored = await sums()
  expect(stored).toEqual({ sales: first.new, amount: amount / 100 })
  expect(await mismatches()).toEqual({})

  const again = await preview(file)
  expect(again).toMatchObject({
    new: 0,
    existing: first.new,
    rejected: 0,
    other_sales: 0,
    months: first.months.map((month) => ({ ...month, new: 0 })),
  })
  expect(await confirm(again.importid)).toEqual({ sales: 0, failed: 0 })
  expect(await sums()).toEqual(stored)
})

test('sales import: a file that overlaps an earlier one adds only what is new, and refuses a receipt that has changed', async () => {
  await importFile('Receipt,Date,Total\n1,2026-04-03,10\n2,2026-04-03,20\n')
  const next = await preview('Receipt,Date,Total\n2,2026-04-03,20\n3,2026-04-04,30\n1,2026-04-03,11\n')
  expect(next).toMatchObject({
    new: 1,
    existing: 1,
    rejected: 1,
    lines: [{ line: 4, receipt: '1', reason: 'This receipt was imported before with another date or amount.' }],
  })
  expect(await confirm(next.importid)).toEqual({ sales: 1, failed: 0 })
  expect(await sums()).toEqual({ sales: 3, amount: 60 })
})

test('sales import: a preview says for how much money and how many sites, net of refunds, and how many lines are rejected', async () => {
  await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const head = 'Receipt;Date;Store;Item;Qty;Price\n'
  const known = '1;2026-04-03;;Tea;1;0,10\n'
  await importFile(head + known)
  const rejected = '5;2026-04-03;;Tea;1;10\n5;2026-04-03;;Milk;many;5\n5;2026-04-03;;Salt;1;2\n6;2026-04-03;Hatfield;Tea;1;7\n'
  const file = `${head}${known}2;2026-04-03;;Tea;1;0,20\n3;2026-04-03;Rosebank;Tea;-1;0,05\n4;2026-04-03;Rosebank;Tea;1;0,10\n${rejected}`
  expect(await preview(file)).toMatchObject({
    ...{ new: 3, existing: 1, amount: 0.25, refunds: 1, sites: 2 },
    ...{ rejected_lines: 3, undecided: 1 },
  })
})

test('sales import: a refund under the number of its sale on the same day is stored once, as a sale of its own', async () => {
  const head = 'Date,Item,Qty,Price Point Name,Net Sales,Tax,Transaction ID,Event Type\n'
  const [sale, refund] = ['2026-04-03,Mug,1,Regular,$10,$1.50,A,Payment\n', '2026-04-03,Mug,-1,Regular,-$10,-$1.50,A,Refund\n']
  expect(await importFile(head + sale)).toEqual({ sales: 1, failed: 0 })
  expect(await sums()).toEqual({ sales: 1, amount: 11.5 })
  expect(await preview(head + sale + refund)).toMatchObject({ new: 1, existing: 1, rejected: 0 })
  await importFile(head + sale + refund)
  expect(await preview(head + refund)).toMatchObject({ new: 0, existing: 1, rejected: 0 })
  expect(await sums()).toEqual({ sales: 2, amount: 0 })
})

test('sales import: finds sites, employees and products by their names, and never those of another business', async () => {
  const other = await createOwner(server, { businessname: 'Botha Books' })
  await other.api.sites.create({ sitename: 'Hatfield', location: 'x' })
  await addProduct('Kettle', '6009', 5, other)
  const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const [{ employeeid }] = await ask(
    `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Sipho', 'Dube') returning employeeid`,
    [thandi.businessid, siteid],
  )
  const tea = await addProduct('Tea', '', 10, { ...thandi, siteid })
  const file =
    'Receipt,Date,Store,Cashier,Item,Barcode,Qty,Price\n' +
    '1,2026-04-03,rosebank,sipho DUBE,TEA,,2,10\n2,2026-04-03,Hatfield,Sipho,Tea,,1,10\n3,2026-04-03,,Pieter,Kettle,6009,1,99\n'
  const first = await preview(file)
  expect(first).toMatchObject({
    new: 2,
    rejected: 1,
    items: 1,
    unknown_items: 1,
    unknown_products: [{ productname: 'Kettle', barcode: '6009', lines: 1, amount: 99, price: 99, similar: null }],
    unknown_sites: [{ name: 'Hatfield', sales: 1, siteid: null }],
    unknown_employees: [{ name: 'Pieter', sales: 1, employeeid: null, siteid: thandi.siteid }],
    undecided: 1,
    lines: [],
  })
  expect(first.employees.map(({ name }) => name)).toContain('Sipho Dube')

  const chosen = { sites: JSON.stringify({ Hatfield: siteid }), employees: JSON.stringify({ Pieter: employeeid }) }
  const chosenOnce = await preview(file, { search: chosen })
  const remembered = {
    ...{ new: 3, rejected: 0 },
    unknown_sites: [{ name: 'Hatfield', sales: 1, siteid }],
    unknown_employees: [{ name: 'Pieter', sales: 1, employeeid: Number(employeeid) }],
  }
  expect(chosenOnce).toMatchObject(remembered)
  const second = await preview(file)
  expect(second, 'the choice is remembered').toMatchObject(remembered)
  await confirm(second.importid)
  expect(
    await ask('select siteid::int, employeeid::int, finalamount::float from sales where businessid = $1 order by 1, 3 desc', [
      thandi.businessid,
    ]),
  ).toEqual(
    [
      { siteid: thandi.siteid, employeeid: Number(employeeid), finalamount: 99 },
      { siteid, employeeid: Number(employeeid), finalamount: 20 },
      { siteid, employeeid: Number(employeeid), finalamount: 10 },
    ].sort((a, b) => a.siteid - b.siteid || b.finalamount - a.finalamount),
  )
  expect(await findStock(tea), 'the stock is left alone').toBe(10)
  expect(await mismatches()).toEqual({})
  expect((await send(file, { search: { siteid: other.siteid } })).status).toBe(404)
  expect(await confirm(second.importid, {}, other)).toMatchObject({ code: 'IMPORT_GONE' })
  expect(await undo(second.importid, other)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await other.api.salesImports.list()).toEqual([])
})

test('sales import: finds a product with the highest price', async () => {
  await addProduct('Tractor', '700', 1)
  await ask('update product set price = 9999999999.99 where businessid = $1', [thandi.businessid])
  const file = 'Receipt,Date,Item,Barcode,Qty,Total\n1,2026-04-03,Tractor,700,1,100\n'
  expect(await preview(file)).toMatchObject({ new: 1, items: 1, unknown_items: 0 })
})

const SELLERS_FILE =
  'Receipt,Date,Total,Cashier\n1,2026-04-03,10,Pieter\n2,2026-04-03,20,K 1\n3,2026-04-03,40,K1\n4,2026-04-03,80,\n5,2026-04-03,160, s1\n'

test('sales import: a seller whom nobody knows is kept with the sale, and one with a code is found by it', async () => {
  const { businessid, siteid, api } = thandi
  const [{ employeeid }] = await ask(
    `insert into employee (businessid, siteid, firstname, lastname, employee_code) values ($1, $2, 'Sipho', 'Dube', 'S 1') returning employeeid`,
    [businessid, siteid],
  )
  const search = { employeeid: thandi.employeeid }
  const first = await preview(SELLERS_FILE, { search })
  expect(first.unknown_employees.map(({ name }) => name).toSorted()).toEqual(['K 1', 'K1', 'Pieter'])
  await confirm(first.importid)
  const readSales = async () =>
    (await ask('select finalamount::int, employeeid::int from sales where businessid = $1 order by 1', [businessid])).map(
      (row) => [row.finalamount, row.employeeid],
    )
  const [[, till] = []] = await readSales()
  expect(await readSales(), 'a sale without a name is of the chosen employee').toEqual([
    ...[10, 20, 40].map((amount) => [amount, till]),
    [80, thandi.employeeid],
    [160, Number(employeeid)],
  ])
  const sellers = await api.sellers.list()
  expect(sellers).toMatchObject([
    { code: 'K1', name: '', sales: 1, amount: 40 },
    { code: '', name: 'K 1', sales: 1, amount: 20 },
    { code: '', name: 'Pieter', sales: 1, amount: 10 },
  ])
  const pieter = Number(sellers[2]?.sellerid)
  await api.sellers.give({ sellerid: pieter, employeeid: Number(employeeid), opened: { employeeid: null } })
  const next = await preview('Receipt,Date,Total,Cashier\n6,2026-04-04,1,PIETER\n')
  expect(next.unknown_employees, 'the next file').toEqual([])
  await confirm(next.importid)
  expect((await readSales())[0]).toEqual([1, Number(employeeid)])
  expect(await mismatches()).toEqual({})

  await undo(first.importid)
  expect(
    await ask('select code, name from unknown_sellers where businessid = $1', [businessid]),
    'what only the file had',
  ).toEqual([{ code: '', name: 'Pieter' }])
})

test('sales import: is undone with its stock and roll-ups, and can be imported again', async () => {
  const till = await createTill(server, thandi)
  const tea = await addProduct('Tea', '600', 50)
  const sale = { reference: 't-1', saledate: '2026-04-03T09:00', items: [{ barcode: '600', quantity: 1 }] }
  await till.push([sale])
  const before = await sums()
  const file = 'Receipt,Date,Item,Qty,Price\n1,2026-04-03,Tea,2,10\n2,2026-04-03,Tea,3,10\n3,2026-04-05,Tea,-1,10\n'
  const { importid, other_sales } = await preview(file)
  expect(other_sales).toBe(1)
  expect(await confirm(importid, { moves_stock: true })).toEqual({ sales: 3, failed: 0 })
  expect(await findStock(tea)).toBe(45)
  expect(await mismatches()).toEqual({})
  expect(await thandi.api.salesImports.list()).toMatchObject([
    { importid, file_name: 'sales.csv', state: 'imported', stored_sales: 3, amount: 40, moves_stock: true, is_running: false },
  ])

  expect(await undo(importid)).toEqual({ sales: 3, failed: 0 })
  expect(await sums()).toEqual(before)
  expect(await findStock(tea)).toBe(49)
  expect(await mismatches()).toEqual({})
  expect(await thandi.api.salesImports.list()).toMatchObject([{ importid, state: 'undone', stored_sales: 0 }])
  expect(await undo(importid)).toMatchObject({ code: 'NOT_FOUND' })

  expect(await importFile(file)).toEqual({ sales: 3, failed: 0 })
  expect(await findStock(tea)).toBe(49)
})

test('sales import: one that is undone and made again with other columns leaves nothing of the first', async () => {
  const file =
    'Receipt,Date,Branch,Item,Qty,Total,Tip,Cash,Card,Cashier\n' +
    '1,2026-04-03 09:00,North,Tea,2,40.00,5.00,20.00,20.00,Pieter\n' +
    '2,2026-04-04 23:30,South,Coffee,1,25.00,0.00,25.00,0.00,Anna\n'
  const wrong = 'reference,saledate,site,productname,quantity,finalamount,shipping,cash,card,employee'
  const right = 'reference,saledate,,productname,quantity,linetotal,tip,,,'
  const describe = async (owner: Owner) => {
    const read = async (by: string) => (await owner.fetch(`/api/v1/reports.csv?by=${by}&from=2026-04-01&to=2026-04-30`)).text()
    // One file at a time.
    const reports = await Array.fromAsync(['day', 'payment_method', 'product', 'employee'], read)
    const tables = await Promise.all(
      ['sale_payments', 'sale_extras', 'unknown_sellers', 'product', 'sales'].map(async (table) => {
        const [count] = await ask(`select count(*)::int as rows from ${table} where businessid = $1`, [owner.businessid])
        return [table, count?.rows]
      }),
    )
    return { reports, tables }
  }
  const other = await createOwner(server)
  const search = (owner: Owner) => ({ sites: JSON.stringify({ North: owner.siteid, South: owner.siteid }) })
  const first = await preview(file, { search: { ...search(thandi), columns: wrong } })
  await confirm(first.importid)
  await undo(first.importid)
  for (const owner of [thandi, other]) await importFile(file, { owner, search: { ...search(owner), columns: right } })
  const described = await describe(thandi)
  expect(described.reports[0]).toContain('2026-04-03,40.00,1,2,')
  expect(described).toEqual(await describe(other))
  expect(await mismatches()).toEqual({})
})

test('sales import: a run of an undo that lost its place to another server deletes nothing, and the other counts each sale', async () => {
  const { importid } = await preview('Date,Total\n2026-04-01,10\n2026-04-02,20\n2026-04-03,30\n')
  expect(await confirm(importid)).toEqual({ sales: 3, failed: 0 })
  const business = createBusiness()
  const stalled = await claimUndoRun(business, importid)
  await ask(`update sales_imports set active_until = now() - interval '1 second' where importid = $1`, [importid])
  const other = await claimUndoRun(business, importid)
  const { signal } = new AbortController()
  await expect(stalled(() => {}, signal)).rejects.toMatchObject({ code: 'IMPORT_RUNNING' })
  expect(await sums()).toEqual({ sales: 3, amount: 60 })
  const steps: SalesImportProgress[] = []
  expect(await other((step) => steps.push(step), signal)).toEqual({ sales: 3, failed: 0 })
  expect(steps).toEqual([{ done: 3, of: 3 }])
  expect(await sums()).toEqual({ sales: 0, amount: 0 })
  expect(await thandi.api.salesImports.list()).toMatchObject([{ importid, state: 'undone', stored_sales: 0 }])
})

test('sales import: is not undone when the stock of its products was counted since', async () => {
  const tea = await addProduct('Tea')
  const { importid } = await preview('Receipt,Date,Item,Qty,Price\n1,2026-04-03,Tea,2,10\n')
  await confirm(importid, { moves_stock: true })
  await ask(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after) values ($1, $2, 'edit', 98, 80)`,
    [thandi.businessid, tea],
  )
  expect(await undo(importid)).toEqual({
    code: 'UNDO_REFUSED',
    message: 'The stock of Tea was changed by hand after this import. Undoing it would make that stock wrong.',
  })
  expect(await sums()).toEqual({ sales: 1, amount: 20 })
})

test('sales import: a sale that the database refuses stops no other', async () => {
  await addProduct('Tea', '', -999_999_990)
  await addProduct('Milk')
  const rows = Array.from({ length: 20 }, (_, index) => `${index},2026-04-03,${index === 7 ? 'Tea' : 'Milk'},50,10`)
  const { importid } = await preview(`Receipt,Date,Item,Qty,Price\n${rows.join('\n')}\n`)
  expect(await confirm(importid, { moves_stock: true })).toEqual({ sales: 19, failed: 1 })
  expect(await mismatches()).toEqual({})
})

test('sales import: one at a time, and one that stopped is continued', async () => {
  const rows = Array.from({ length: 700 }, (_, index) => `${index},2026-04-03,10`)
  const first = await preview(`Receipt,Date,Total\n${rows.join('\n')}\n`)
  // As a server leaves it that ended after the first batch.
  await ask(
    `update sales_imports set state = 'importing', run_id = gen_random_uuid(), active_until = now() + interval '1 minute' where importid = $1`,
    [first.importid],
  )
  expect(await thandi.api.salesImports.list()).toMatchObject([{ state: 'importing', is_running: true }])
  expect(await confirm(first.importid)).toMatchObject({ code: 'IMPORT_RUNNING' })
  const second = await preview('Receipt,Date,Total\n1,2026-04-03,10\n')
  expect(await confirm(second.importid)).toMatchObject({ code: 'IMPORT_RUNNING' })
  expect(await undo(first.importid)).toMatchObject({ code: 'IMPORT_RUNNING' })
  await ask(`update sales_imports set active_until = now() - interval '1 second' where importid = $1`, [first.importid])
  const ends = await Promise.all([confirm(first.importid), confirm(first.importid)])
  expect(ends).toContainEqual({ sales: 700, failed: 0 })
  expect(await sums()).toEqual({ sales: 700, amount: 7000 })
  expect(await confirm(second.importid), 'it overlaps').toEqual({ sales: 0, failed: 0 })
  expect(await confirm(second.importid)).toMatchObject({ code: 'IMPORT_GONE' })
  expect(await mismatches()).toEqual({})
})

const findStopped = async () =>
  (await scopes.asAuth(listStoppedWork)).filter(({ businessid }) => businessid === thandi.businessid)
const createBusiness = (isRestart = false) => ({
  within: <T>(work: (scope: Scope) => Promise<T>) => scopes.asTenant(thandi.user_id, work),
  onChange: () => {},
  isRestart,
})

test('sales import: a sale that the database refuses is counted once when the server is killed within its batch', async () => {
  await addProduct('Tea', '', -999_999_990)
  await addProduct('Milk')
  const rows = Array.from({ length: 20 }, (_, index) => `${index},2026-04-03,${index === 7 ? 'Tea' : 'Milk'},50,10`)
  const { importid } = await preview(`Receipt,Date,Item,Qty,Price\n${rows.join('\n')}\n`)
  const business = createBusiness()
  const within: typeof business.within = async (work) => {
    if ((await sums()).sales === 19) throw new Error('the server is killed')
    return business.within(work)
  }
  const run = await claimImportRun({ ...business, within }, importid, true)
  await expect(run(() => {}, new AbortController().signal)).rejects.toMatchObject({ code: 'IMPORT_STOPPED' })
  await ask(`update sales_imports set active_until = now() - interval '1 second' where importid = $1`, [importid])
  const steps: SalesImportProgress[] = []
  const next = await claimImportRun(business, importid, true)
  expect(await next((step) => steps.push(step), new AbortController().signal)).toEqual({ sales: 19, failed: 1 })
  expect(steps).toEqual([{ done: 20, of: 20 }])
  expect(await mismatches()).toEqual({})
})

test('sales import: a server that stops leaves it after a batch, and another one goes on without a person', async () => {
  const rows = Array.from({ length: 1_200 }, (_, index) => `${index},2026-04-03,10`)
  const { importid } = await preview(`Receipt,Date,Total\n${rows.join('\n')}\n`)
  const run = await claimImportRun(createBusiness(), importid, false)
  expect(await findStopped()).toEqual([])
  const stopping = new AbortController()
  await expect(run(() => stopping.abort(new Error('the server stops')), stopping.signal)).rejects.toMatchObject({
    code: 'IMPORT_STOPPED',
  })
  expect(await sums()).toEqual({ sales: 500, amount: 5000 })
  expect(await thandi.api.salesImports.list()).toMatchObject([{ state: 'importing', is_running: false, stored_sales: 500 }])
  expect(await findStopped()).toMatchObject([{ kind: 'importing', importid, can_restart: true }])

  for (const _ of [1, 2]) onTestFinished((await startServer(server.store, { takeOverMs: 10 })).close)
  const findRun = () => ask('select state, restarts from sales_imports where importid = $1', [importid])
  await waitUntil(async () => expect(await findRun()).toEqual([{ state: 'imported', restarts: 1 }]))
  expect(await sums()).toEqual({ sales: 1_200, amount: 12_000 })
  expect(await mismatches()).toEqual({})
  expect(await findStopped()).toEqual([])
})

test('sales import: one that failed, that three servers left, or whose undoing is refused is left to a person', async () => {
  const tea = await addProduct('Tea')
  const { importid } = await preview('Receipt,Date,Item,Qty,Price\n1,2026-04-03,Tea,2,10\n')
  await confirm(importid, { moves_stock: true })
  const canRestart = async () => (await findStopped()).map(({ can_restart }) => can_restart)
  const stop = (columns: string) =>
    ask(
      `update sales_imports set state = 'undoing', run_id = gen_random_uuid(), active_until = now() - interval '1 second', ${columns}
        where importid = $1`,
      [importid],
    )
  await stop('restarts = 2')
  expect(await canRestart()).toEqual([true])
  await stop('restarts = 3')
  expect(await canRestart()).toEqual([false])
  await stop('restarts = 0')
  await ask(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after) values ($1, $2, 'edit', 98, 80)`,
    [thandi.businessid, tea],
  )
  const [stopped] = await findStopped()
  if (!stopped) throw new Error('it is not listed')
  await expect(restartRun(createBusiness(true), stopped, new AbortController().signal)).rejects.toMatchObject({
    code: 'UNDO_REFUSED',
  })
  expect(await canRestart()).toEqual([false])
  expect(await sums()).toEqual({ sales: 1, amount: 20 })
})

test('sales import: an upload may be packed, and says when it is too large or has no length', async () => {
  const file = 'Receipt,Date,Total\n1,2026-04-03,10\n'
  expect(await preview(gzipSync(file), { headers: { 'content-encoding': 'gzip' } })).toMatchObject({ new: 1 })
  // Packed files one after the other are a packed file of all.
  const megabyte = gzipSync(Buffer.alloc(1024 * 1024, 'Receipt\n'))
  const bomb = Array.from({ length: 65 }, () => megabyte)
  await expect(preview(Buffer.concat(bomb), { headers: { 'content-encoding': 'gzip' } })).rejects.toThrow(
    'A file has at most 64 MB.',
  )
  await expect(preview('no gzip', { headers: { 'content-encoding': 'gzip' } })).rejects.toThrow('This file cannot be unpacked.')
  const query = `?file_name=x&siteid=${thandi.siteid}`
  const init = { method: 'POST', body: new Blob([file]).stream(), duplex: 'half', headers: { 'content-type': 'text/csv' } }
  const answer = await thandi.fetch(`/api/v1/sales/imports${query}`, init as RequestInit)
  expect(answer.status).toBe(411)
})

/** Why a file or its first bad row is not imported. */
async function explain(file: string | Buffer) {
  const answer = await send(file)
  const body = await answer.json()
  if (!answer.ok) return Refusal.parse(body).message
  const { preview } = SalesImportAnswer.parse(body)
  return preview ? (preview.lines[0]?.reason ?? `${preview.new} new`) : 'the columns do not match'
}

const HEAD = 'Receipt,Date,Total\n'
const ITEMS = 'Receipt,Date,Item,Qty,Price\n'
const manyLines = Array.from({ length: 1001 }, () => '1,2026-04-03,Tea,1,1').join('\n')

test.each<[what: string, file: string | Buffer, reason: unknown]>([
  ['titles alone', HEAD, '0 new'],
  ['no date', 'Receipt,Total\n1,5\n', 'the columns do not match'],
  ['no amount', 'Receipt,Date\n1,2026-04-03\n', 'the columns do not match'],
  ['other titles', 'Colour,Shape\nred,round\n', 'the columns do not match'],
  ['an empty date', `${HEAD}1,,5\n`, 'There is no date.'],
  ['words for a date', `${HEAD}1,yesterday,5\n`, '“yesterday” is not a date.'],
  ['a day that does not exist', `${HEAD}1,31/02/2026,5\n`, '“31/02/2026” is not a date.'],
  ['a month that does not exist', `${HEAD}1,2026-13-01,5\n`, '“2026-13-01” is not a date.'],
  ['a year of another century', `${HEAD}1,1926-01-01,5\n`, '“1926-01-01” is not a date.'],
  ['a time that does not exist', 'Date,Time,Total\n2026-04-03,25:00,5\n', '“25:00” is not a time.'],
  ['an empty amount', `${HEAD}1,2026-04-03,\n`, 'There is no amount.'],
  ['words for an amount', `${HEAD}1,2026-04-03,five\n`, 'Amount: “five” is not a number.'],
  ['an amount with an exponent', `${HEAD}1,2026-04-03,1e5\n`, 'Amount: “1e5” is not a number.'],
  ['an amount that no column holds', `${HEAD}1,2026-04-03,99999999999\n`, 'Amount: 99999999999 is too large.'],
  ['a sum that no column holds', `${HEAD}1,2026-04-03,9999999999\n1,2026-04-03,9999999998\n`, 'The amount is too large.'],
  ['words for a quantity', `${ITEMS}1,2026-04-03,Tea,two,5\n`, 'Quantity: “two” is not a number.'],
  ['a quantity that no column holds', `${ITEMS}1,2026-04-03,Tea,1000001,5\n`, 'Quantity: 1000001 is too large.'],
  ['too many lines', `${ITEMS}${manyLines}\n`, 'A sale has at most 1000 lines.'],
  ['a cancelled sale', 'Date,Total,Type\n2026-04-03,5,Voided\n', 'This sale was cancelled.'],
  ['a row with too few cells', `${HEAD}1\n`, 'There is no date.'],
  ['two columns for the date', 'Date,Date,Total\n2026-04-03,2026-04-04,5\n', 'the columns do not match'],
  [
    'the day first and the month first',
    `${HEAD}1,25/04/2026,5\n2,04/25/2026,5\n3,03/04/2026,5\n`,
    '“03/04/2026” can be read in two ways: write the date as 2026-MM-DD.',
  ],
  ['a date in the future', `${HEAD}1,2099-04-03,5\n`, '“2099-04-03” is in the future.'],
  ['NaN for an amount', `${HEAD}1,2026-04-03,NaN\n`, 'Amount: “NaN” is not a number.'],
  ['more than a float can hold', `${HEAD}1,2026-04-03,1e308\n`, 'Amount: “1e308” is not a number.'],
  ['a formula for an amount', `${HEAD}1,2026-04-03,=2+3\n`, 'Amount: “=2+3” is not a number.'],
  [
    'commas and dots for thousands',
    'Receipt;Date;Total\n1;2026-04-03;1.234,56\n2;2026-04-03;1,234.56\n3;2026-04-03;1,234\n',
    'Amount: “1,234” can be read in two ways: write 1234 or 1.234.',
  ],
])('sales import: explains a file with %s', async (_what, file, reason) => expect(await explain(file)).toEqual(reason))

test.each(BROKEN_FILES)('sales import: refuses %s, and stores nothing', async (_what, file, message) => {
  const answer = await send(file)
  expect(answer.status).toBe(422)
  expect(Refusal.parse(await answer.json()).message).toContain(message)
  expect(await ask('select from sales_imports where businessid = $1', [thandi.businessid])).toEqual([])
})

test.each([
  ['line ends of an old Mac', 'Receipt,Date,Total\r1,2026-04-03,10\r'],
  ['UTF-16', Buffer.from('\uFEFFReceipt\tDate\tTotal\n1\t2026-04-03\t10\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('Receipt\tDate\tTotal\n1\t2026-04-03\t10\n', 'utf16le')],
  ['escaped formulas', "Receipt,Date,Total\n'=1,2026-04-03,10\n"],
  ['a row that is there twice', 'Receipt,Date,Total\n1,2026-04-03,10\n1,2026-04-03,10\n'],
])('sales import: reads a file with %s', async (_what, file) =>
  expect(await preview(file)).toMatchObject({ new: 1, rejected: 0, months: [{ amount: 10 }] }),
)

const sendForRejected = (file: string) => send(file, { path: '/api/v1/sales/imports/rejected.csv' })

test('sales import: the rows not imported are a file with all rows of their receipts, which can be corrected and imported', async () => {
  await importFile('Receipt,Date,Total\n9,2026-04-03,10\n')
  const file =
    'Receipt;Date;Item;Qty;Price\n1;2026-04-03;Tea;1;10,00\n2;2026-04-03;Tea;1;10,00\n1;2026-04-03;Milk;many;5,00\n' +
    '1;2026-04-04;Tea;1;10,00\n9;2026-04-03;Tea;1;12,00\n'
  expect(await preview(file)).toMatchObject({ new: 2, rejected: 3 })
  const answer = await sendForRejected(file)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="sales-not-imported.csv"')
  const rejected = await answer.text()
  expect(parse(rejected, { bom: true, delimiter: ';' })).toEqual([
    ['Receipt', 'Date', 'Item', 'Qty', 'Price', 'Not imported because'],
    ['1', '2026-04-03', 'Tea', '1', '10,00', 'Line 4 of this receipt is not imported.'],
    ['1', '2026-04-03', 'Milk', 'many', '5,00', 'Quantity: “many” is not a number.'],
    ['9', '2026-04-03', 'Tea', '1', '12,00', 'This receipt was imported before with another date or amount.'],
  ])
  await importFile(file)
  expect(await importFile(rejected.replace('many', '2'))).toEqual({ sales: 1, failed: 0 })
  expect(await sums()).toEqual({ sales: 4, amount: 50 })
  expect((await sendForRejected('Colour,Shape\nred,round\n')).status).toBe(422)
})

test('sales import: a file is sent once and read again, until it is deleted', async () => {
  const file = 'Date,Total,Receipt,Store\n2026-03-02,10,1,Hatfield\n2026-03-02,10,1,Menlyn\n'
  const body = SalesImportAnswer.parse(await (await send(file)).json())
  expect(body.preview).toMatchObject({ new: 0, rejected: 2, undecided: 2, lines: [] })
  const { uploadid } = body
  const sites = JSON.stringify({ Hatfield: thandi.siteid, Menlyn: thandi.siteid })
  const again = await send('', { search: { uploadid, sites } })
  expect(SalesImportAnswer.parse(await again.json())).toMatchObject({ uploadid, preview: { new: 2, rejected: 0, undecided: 0 } })
  const rejected = await send('', { search: { uploadid }, path: '/api/v1/sales/imports/rejected.csv' })
  expect(rejected.status).toBe(200)

  const anna = await createOwner(server)
  expect((await send('', { owner: anna, search: { uploadid } })).status, 'another business').toBe(410)
  const remove = (owner: Owner) => owner.fetch(`/api/v1/imports/uploads/${uploadid}`, { method: 'DELETE' })
  expect((await remove(anna)).status).toBe(204)
  expect((await send('', { search: { uploadid } })).status, 'not deleted by another business').toBe(200)
  expect((await remove(thandi)).status).toBe(204)
  const gone = await send('', { search: { uploadid } })
  expect([gone.status, await gone.json()]).toEqual([410, expect.objectContaining({ code: 'UPLOAD_GONE' })])
})

test('sales import: the amount of unknown products is what was paid, also where the prices of the lines leave VAT out', async () => {
  const file = 'Invoice ID,Product line,Unit price,Quantity,Tax 5%,Total,Date\n1,Fashion,100.00,2,10.0000,210.0000,2026-03-02\n'
  const { unknown_products, vat } = await preview(file)
  expect(unknown_products).toMatchObject([{ productname: 'Fashion', amount: 210 }])
  expect(vat).toMatchObject({ column: 'Tax 5%', is_added: false, stated: 10 })
})

test('sales import: the cost of the file counts for its lines, and where it is 0 or missing that of the product', async () => {
  const { siteid, businessid } = thandi
  await ask(`insert into product (businessid, siteid, productname, price, purchaseprice) values ($1, $2, 'Bread', 20, 12)`, [
    businessid,
    siteid,
  ])
  const rows = [
    '1,2026-03-02,Bread,2,20,30',
    '1,2026-03-02,Kettle,1,249,150.55',
    '2,2026-03-02,Bread,3,20,0',
    '3,2026-03-02,Bread,-1,20,-14',
  ]
  const file = (title: string) => `Receipt,Date,Product,Qty,Price,${title}\n${rows.join('\n')}\n`
  expect(await importFile(file('Cost of goods'))).toEqual({ sales: 3, failed: 0 })
  const costs = await ask(
    'select productname, quantity::float, purchaseprice::float as cost from saleitems where businessid = $1 order by saleid, line',
    [businessid],
  )
  expect(costs.map(({ productname, quantity, cost }) => [productname, quantity, cost])).toEqual([
    ['Bread', 2, 15],
    ['Kettle', 1, 150.55],
    ['Bread', 3, 12],
    ['Bread', -1, 14],
  ])
  expect(await mismatches()).toEqual({})
})

test('sales import: sales without a payment method have the chosen one, and others keep theirs', async () => {
  const { importid, samples } = await preview('Receipt,Date,Total,Payment\n1,2026-03-02,10,\n2,2026-03-02,20,Card\n', {
    search: { payment_method: 'cash' },
  })
  expect(samples.map(({ payment_method }) => payment_method)).toEqual(['cash', 'Card'])
  await confirm(importid)
  expect(
    await ask('select finalamount::int as amount, payment_method from sales where businessid = $1 order by 1', [
      thandi.businessid,
    ]),
  ).toEqual([
    { amount: 10, payment_method: 'cash' },
    { amount: 20, payment_method: 'Card' },
  ])
})
