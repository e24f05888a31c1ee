import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../server/testing/clients.ts'
import { type TestServer, testServer } from '../server/testing/server.ts'

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

/** Runs the tool as an operator would. */
const runTool = (args: string[], variables: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['cli/till.ts', '--url', server.url, ...args],
      { env: { ...process.env, ...variables } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })

const COLUMNS = ['--reference', 'id', '--saledate', 'at', '--saledate-format', 'D/M/YYYY H:mm', '--finalamount', 'total']

async function write(name: string, ...lines: string[]) {
  const file = join(folder, name)
  const text = ['id,at,total,how', ...lines].join('\n')
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text)
  return file
}

test('a file is pushed once, however often it is run', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write(
    'sales.csv.gz',
    'a,2/1/2026 23:30,"100,50",Cash',
    'b,3/1/2026 0:15,145.79999999999998,card',
    'c,3/1/2026 9:00,-20,card',
  )
  const args = ['--file', file, '--key', key, ...COLUMNS, '--payment-method', 'how']

  expect(await runTool(args)).toMatchObject({ code: 0, said: expect.stringContaining('3 created, 0 already there, 0 refused.') })
  expect(await runTool(args)).toMatchObject({ code: 0, said: expect.stringContaining('0 created, 3 already there, 0 refused.') })

  const figures = await shop.api.dashboard.figures({ from: '2026-01-02', to: '2026-01-03' })
  expect(figures.daily).toEqual([
    { day: '2026-01-02', revenue: 100.5, orders: 1 },
    { day: '2026-01-03', revenue: 125.8, orders: 2 },
  ])
})

test('a line that cannot be a sale is told with its number and costs no other', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const refused = join(folder, 'refused.csv')
  const file = await write(
    'odd.csv',
    'a,2/1/2026 9:00,10,',
    ',2/1/2026 9:00,10,',
    'c,31/2/2026 9:00,10,',
    'd,2/1/2026 9:00,ten,',
    'a,2/1/2026 9:00,11,',
    'f,2/1/2026 9:00,1.005,',
  )
  const { code, said } = await runTool(['--file', file, '--key', key, ...COLUMNS, '--refused', refused])

  expect(code).toBe(1)
  expect(said).toContain('2 created, 0 already there, 4 refused.')
  expect(said).toContain("line 4, id c: '31/2/2026 9:00' is not a date as 'D/M/YYYY H:mm'")
  expect(said).toContain("line 5, id d: 'ten' is not an amount")
  expect(said).toContain('line 6, id a: This reference was used for another sale. (reference)')
  expect(said).toContain('1 amounts had more than two decimals and were rounded to the cent.')
  expect((await readFile(refused, 'utf8')).split('\r\n')).toHaveLength(6)
})

test('what stops the whole push is said in a sentence', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('fine.csv', 'a,2/1/2026 9:00,10,')
  const columns = (changed: string[]) => ['--file', file, '--key', key, ...COLUMNS, ...changed]

  expect(await runTool(columns(['--finalamount', 'amount']))).toMatchObject({
    code: 2,
    said: expect.stringContaining("--finalamount: there is no column 'amount'. The file has: id, at, total, how."),
  })
  expect(await runTool(columns(['--key', `wk_${'a'.repeat(43)}`]))).toMatchObject({
    code: 2,
    said: expect.stringContaining('refused the push: This till key is unknown or revoked.'),
  })
  expect(await runTool(columns(['--file', join(folder, 'none.csv')]))).toMatchObject({
    code: 2,
    said: expect.stringContaining('cannot be read'),
  })
  expect(await runTool(['--file', file])).toMatchObject({ code: 2, said: expect.stringContaining('are needed') })
})

test('a line that is not like the others costs itself, and so does an employee who is none', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('ragged.csv', 'a,2/1/2026 9:00,10,', 'b,2/1/2026 9:00,10,,,,', 'c', 'd,2/1/2026 9:00,10,Thandi')
  const { code, said } = await runTool(['--file', file, '--key', key, ...COLUMNS, '--employeeid', 'how'])
  expect(code).toBe(1)
  expect(said).toContain('2 created, 0 already there, 2 refused.')
  expect(said).toContain("line 4, id c: '' is not a date")
  expect(said).toContain("line 5, id d: 'Thandi' is not an employee's id")
})

test('local times are the business’s, also those that this machine’s zone leaves out', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write('spring.csv', 'a,28/3/2010 1:30,10,', 'b,28/3/2010 2:30,10,')
  const { said } = await runTool(['--file', file, '--key', key, ...COLUMNS], { TZ: 'Europe/London' })
  expect(said).toContain('2 created, 0 already there, 0 refused.')
})

test.each(['Q/YYYY', 'H:mm', 'DD.MM', 'M/D/YY Z'])('a date format like %s is refused before anything is sent', async (format) => {
  const file = await write('fine.csv', 'a,2/1/2026 9:00,10,')
  const { code, said } = await runTool(['--file', file, '--key', 'wk_x', ...COLUMNS, '--saledate-format', format])
  expect(code).toBe(2)
  expect(said).toContain('--saledate-format')
})

test('a quote that is never closed is told with its line', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = await write(
    'quote.csv',
    'a,2/1/2026 9:00,10,',
    'b,2/1/2026 9:00,"10',
    ...Array.from({ length: 5000 }, (_, index) => `c${index},2/1/2026 9:00,10,`),
  )
  expect(await runTool(['--file', file, '--key', key, ...COLUMNS])).toMatchObject({
    code: 2,
    said: expect.stringMatching(/a quote is not closed after line 2\./),
  })
})

test('till: two years of a real shop equal the sum of their file', async () => {
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const args = [
    ...['--file', INVOICES, '--key', key],
    ...['--reference', 'invoice_id', '--saledate', 'invoice_date', '--saledate-format', 'M/D/YY H:mm'],
    ...['--finalamount', 'total_price'],
  ]

  // An id that comes again is the same invoice again (date and total never differ), so its first line counts.
  const cents = new Map<string, number>()
  const lines: Record<string, string>[] = parse(await readFile(INVOICES), { columns: true })
  for (const { invoice_id = '', total_price } of lines) {
    const total = Number(total_price)
    if (!cents.has(invoice_id)) cents.set(invoice_id, Math.sign(total) * Math.round(Math.abs(total) * 100))
  }
  const expected = { orders: cents.size, revenue: [...cents.values()].reduce((sum, amount) => sum + amount, 0) / 100 }
  const range = { from: '2009-12-01', to: '2011-12-09' }

  expect((await runTool(args)).said).toContain(
    `${expected.orders} created, ${lines.length - expected.orders} already there, 0 refused.`,
  )
  const figures = await shop.api.dashboard.figures(range)
  expect(figures).toMatchObject(expected)

  expect((await runTool(args)).said).toContain(`0 created, ${lines.length} already there, 0 refused.`)
  expect({ ...(await shop.api.dashboard.figures(range)), as_at: undefined }).toEqual({ ...figures, as_at: undefined })
})
