import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEpoch } from '../../db/epoch.ts'
import { createOwner, createTill } from '../../server/testing/clients.ts'
import { type TestServer, testServer } from '../../server/testing/server.ts'
import { runWinkel, runWinkelProcess } from '../testing/run-winkel.ts'
import { createSaleParser } from './parse-sale.ts'

const INVOICES = join(import.meta.dirname, 'testing/online-retail-extract.csv')

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await testServer()
  folder = await mkdtemp(join(tmpdir(), 'winkel-till-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function runTill(args: string[], variables: Record<string, string> = {}, run = runWinkel) {
  const kept = join(folder, `${randomUUID()}.jsonl`)
  const { code, stdout, stderr } = await run(['till', '--url', server.url, '--kept', kept, ...args], variables)
  return { code, output: stdout + stderr }
}

const NO_COLUMNS = { 'payment-method': undefined, employeeid: undefined, closetime: undefined }
const COLUMNS = ['--reference', 'id', '--saledate', 'at', '--saledate-format', 'D/M/YYYY H:mm', '--finalamount', 'total']

async function write(name: string, ...lines: string[]) {
  const file = join(folder, name)
  const text = ['id,at,total,how', ...lines].join('\n')
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text)
  return file
}

test('till command: sends a file once, however often it runs', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write(
    'sales.csv.gz',
    'a,2/1/2026 23:30,"100,50",Cash',
    'b,3/1/2026 0:15,145.79999999999998,card',
    'c,3/1/2026 9:00,-20,card',
  )
  const args = ['--file', file, '--key', key, ...COLUMNS, '--payment-method', 'how']

  expect(await runTill(args)).toMatchObject({
    code: 0,
    output: expect.stringContaining('3 created, 0 already there, 0 rejected.'),
  })
  expect(await runTill(args)).toMatchObject({
    code: 0,
    output: expect.stringContaining('0 created, 3 already there, 0 rejected.'),
  })

  const figures = await shop.api.dashboard.figures({ from: '2026-01-02', to: '2026-01-03' })
  expect(figures.daily).toEqual([
    { day: '2026-01-02', revenue: 100.5, orders: 1 },
    { day: '2026-01-03', revenue: 125.8, orders: 2 },
  ])
})

test('till command: says what a restored server had lost', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const args = ['--key', key, ...COLUMNS, '--kept', join(folder, 'kept.jsonl')]
  const first = await write('first.csv', 'k1,2/1/2026 9:00,10,', 'k2,2/1/2026 9:00,10,', 'k2,2/1/2026 9:00,11,')
  expect((await runTill(['--file', first, ...args])).output).not.toContain('sent again')
  await startEpoch(server.ownerPool, new Date())
  await server.ownerPool.query(`delete from sales where businessid = $1 and reference = 'k1'`, [shop.businessid])
  const { output } = await runTill(['--file', await write('second.csv', 'k3,2/1/2026 9:00,10,'), ...args])
  expect(output).toContain('3 sales were sent again. 1 were missing, 2 were there, 0 were rejected.')
  expect(output).toContain('1 created, 0 already there, 0 rejected.')
})

test('till command: says where sales cannot be kept', async () => {
  const file = await write('kept.csv', 'a,2/1/2026 9:00,10,')
  expect(await runTill(['--file', file, '--key', 'wk_x', ...COLUMNS, '--kept', `${file}/x`])).toMatchObject({
    code: 2,
    output: expect.stringMatching(/The sales that were sent cannot be kept in .+\/x: .+ Name another file with --kept\./),
  })
})

test('till command: reports an invalid line with its number and sends the others', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const rejected = join(folder, 'rejected.csv')
  const file = await write(
    'odd.csv',
    'a,2/1/2026 9:00,10,',
    ',2/1/2026 9:00,10,',
    'c,31/2/2026 9:00,10,',
    'd,2/1/2026 9:00,ten,',
    'a,2/1/2026 9:00,11,',
    ' "f" , "2/1/2026 9:00" ,1.005,',
  )
  const { code, output } = await runTill(['--file', file, '--key', key, ...COLUMNS, '--rejected', rejected])

  expect(code).toBe(1)
  expect(output).toContain('2 created, 0 already there, 4 rejected.')
  expect(output).toContain("line 4, id c: '31/2/2026 9:00' is not a date as 'D/M/YYYY H:mm'")
  expect(output).toContain("line 5, id d: 'ten' is not an amount")
  expect(output).toContain('line 6, id a: This reference was used for another sale. (reference)')
  expect(output).toContain('1 amounts had more than two decimals and were rounded to the cent.')
  expect(parse(await readFile(rejected, 'utf8'), { bom: true, columns: true })).toMatchObject([
    { line: '3', reference: '', reason: 'the reference is missing' },
    { line: '4', reference: 'c' },
    { line: '5', reference: 'd' },
    { line: '6', reference: 'a' },
  ])
})

test('till command: explains in a sentence why it stops', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('fine.csv', 'a,2/1/2026 9:00,10,')
  const columns = (changed: string[]) => ['--file', file, '--key', key, ...COLUMNS, ...changed]

  expect(await runTill(columns(['--finalamount', 'amount']))).toMatchObject({
    code: 2,
    output: expect.stringContaining("--finalamount: there is no column 'amount'. The file has: id, at, total, how."),
  })
  expect(await runTill(columns(['--key', `wk_${'a'.repeat(43)}`]))).toMatchObject({
    code: 2,
    output: expect.stringContaining('refused the sales: This till key is unknown or revoked.'),
  })
  expect(await runTill(columns(['--file', join(folder, 'none.csv')]))).toMatchObject({
    code: 2,
    output: expect.stringContaining('cannot be read'),
  })
  expect(await runTill(['--file', file])).toMatchObject({ code: 2, output: expect.stringContaining('are needed') })
})

test('till command: rejects only the line with missing cells or an invalid employee', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('ragged.csv', 'a,2/1/2026 9:00,10,', 'b,2/1/2026 9:00,10,,,,', 'c', 'd,2/1/2026 9:00,10,Thandi')
  const { code, output } = await runTill(['--file', file, '--key', key, ...COLUMNS, '--employeeid', 'how'])
  expect(code).toBe(1)
  expect(output).toContain('2 created, 0 already there, 2 rejected.')
  expect(output).toContain("line 4, id c: '' is not a date")
  expect(output).toContain("line 5, id d: 'Thandi' is not an employee's id")
})

test('till command: reads local times of the business, even those that the time zone of the machine skips', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('spring.csv', 'a,28/3/2010 1:30,10,', 'b,28/3/2010 2:30,10,')
  const args = ['--file', file, '--key', key, ...COLUMNS]
  const { output } = await runTill(args, { TZ: 'Europe/London' }, runWinkelProcess)
  expect(output).toContain('2 created, 0 already there, 0 rejected.')
})

test.each([
  ['YYYY-MM-DD[T]HH:mm:ss.SSS', '2026-02-28T23:05:09.120', '2026-02-28T23:05:09'],
  ['D MMMM YY, h:mm A', '9 February 99, 12:30 am', '1999-02-09T00:30:00'],
  ['DD-MMM-YYYY hh:mma', '09-Sep-2026 01:30pm', '2026-09-09T13:30:00'],
  ['M/D/YYYY', '2/29/2028', '2028-02-29T00:00:00'],
  ['M/D/YYYY', '2/29/2026', undefined],
  ['M/D/YYYY H:mm', '2/28/2026 24:00', undefined],
  ['DD.MM.YYYY', '1.2.2026', undefined],
])('till command: reads %s as in %s', (dateFormat, saledate, expected) => {
  const columns = { reference: 'id', saledate: 'at', finalamount: 'total' }
  const parse = createSaleParser({ columns: { ...NO_COLUMNS, ...columns }, dateFormat, onRounded: () => undefined })
  const parsed = parse({ id: 'a', at: saledate, total: '1' })
  expect('sale' in parsed ? parsed.sale['saledate'] : undefined).toBe(expected)
})

test.each(['Q/YYYY', 'H:mm', 'DD.MM', 'M/D/YY Z', 'DD/MM/YYYY HH:MM'])(
  'till command: refuses the date format %s before it sends anything',
  async (format) => {
    const file = await write('fine.csv', 'a,2/1/2026 9:00,10,')
    const { code, output } = await runTill(['--file', file, '--key', 'wk_x', ...COLUMNS, '--saledate-format', format])
    expect(code).toBe(2)
    expect(output).toContain('--saledate-format')
  },
)

test('till command: names the line of a quotation mark that is never closed', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write(
    'quote.csv',
    'a,2/1/2026 9:00,10,',
    'b,2/1/2026 9:00,"10',
    ...Array.from({ length: 5000 }, (_, index) => `c${index},2/1/2026 9:00,10,`),
  )
  expect(await runTill(['--file', file, '--key', key, ...COLUMNS])).toMatchObject({
    code: 2,
    output: expect.stringMatching(/quote\.csv: Line 3 is too long\. Check for a quotation mark that is never closed\./),
  })
})

test('till command: the dashboard shows the sum of the invoices of a real shop', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const args = [
    '--file',
    INVOICES,
    '--key',
    key,
    '--reference',
    'invoice_id',
    '--saledate',
    'invoice_date',
    '--saledate-format',
    'M/D/YY H:mm',
    '--finalamount',
    'total_price',
  ]

  // A repeated id is the same invoice again, with the same date and the same total in cents.
  const cents = new Map<string, number>()
  const lines: Record<string, string>[] = parse(await readFile(INVOICES), { columns: true })
  for (const { invoice_id = '', total_price } of lines) {
    const total = Number(total_price)
    if (!cents.has(invoice_id)) cents.set(invoice_id, Math.sign(total) * Math.round(Math.abs(total) * 100))
  }
  const expected = { orders: cents.size, revenue: [...cents.values()].reduce((sum, amount) => sum + amount, 0) / 100 }
  const range = { from: '2009-12-01', to: '2011-12-09' }

  expect((await runTill(args)).output).toContain(
    `${expected.orders} created, ${lines.length - expected.orders} already there, 0 rejected.`,
  )
  const figures = await shop.api.dashboard.figures(range)
  expect(figures).toMatchObject(expected)

  expect((await runTill(args)).output).toContain(`0 created, ${lines.length} already there, 0 rejected.`)
  expect({ ...(await shop.api.dashboard.figures(range)), as_at: undefined }).toEqual({ ...figures, as_at: undefined })
})

test('till command: stops at once when the business is closed, and sends the file when it is open again', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('closed.csv', 'a,2/1/2026 23:30,100,cash')
  const args = ['--file', file, '--key', key, ...COLUMNS]
  await shop.api.account.closing.close({ current: shop.credentials.password })
  expect(await runTill(args)).toMatchObject({
    code: 2,
    output: expect.stringContaining('This business is closed. The till keeps its sales'),
  })
  await shop.api.account.closing.reopen()
  expect(await runTill(args)).toMatchObject({ code: 0, output: expect.stringContaining('1 created') })
})
