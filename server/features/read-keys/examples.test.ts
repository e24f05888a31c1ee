import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createOwner, createProgram, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
const run = promisify(execFile)

const thandi = await createOwner(server)
const { siteid, api } = thandi
const { productid } = await api.products.create({
  ...{
    siteid,
    productname: 'Bread',
    barcode: '6001',
    further_barcodes: [{ barcode: '16001', units: 24 }],
    price: 18.99,
    purchaseprice: 12,
    stock: 100,
  },
})
const till = await createTill(server, thandi)
const sold = { saledate: '2026-11-20T09:00:00Z', payment_method: 'cash', items: [{ productid, quantity: 2 }] } as const
await till.push([{ ...sold, reference: 'receipt 1' }])
// More than the system lets a command have as an argument.
const MANY = Array.from({ length: 450 }, (_, index) => ({
  ...sold,
  saledate: '2026-11-19T09:00:00Z',
  reference: `earlier ${index}`,
}))
await till.push(MANY)
await api.cashUps.create({
  ...{ siteid, day: '2026-11-20', note: '', lines: [{ payment_method: 'cash', counted: 37.98 }], opened: { entry: 0, sales: 1 } },
})
const { key } = await createProgram(server, thandi)

const page = await readFile(join(import.meta.dirname, '../../../docs/rest.md'), 'utf8')
/** Each example with the answer that the document shows, if it shows one. */
const EXAMPLES = [...page.matchAll(/```sh\n([\s\S]+?)```(?:\s+```json\n([\s\S]+?)```)?/g)].map(
  ([, command = '', answer]) => [command.split('/api/v1')[1]?.split('"')[0] ?? command, command, answer] as const,
)

/** The names in an answer, without its values. */
function describe(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(describe)
  if (value === null || typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inner === null ? 'null' : describe(inner)]))
}

test('the document of the REST interface has an example of each thing that a program reads', () => {
  expect(EXAMPLES.map(([path]) => path.split('?')[0])).toEqual(
    expect.arrayContaining([
      '/sales/since',
      '/products/all',
      '/stock/documents',
      '/reports',
      '/reports.csv',
      '/reports/sales',
      '/cash-ups/all',
    ]),
  )
})

test.each(EXAMPLES)('the example %s of the document answers as it says', async (_path, command, shown) => {
  // Another transaction of the cluster may hold the sales back.
  await waitUntil(async () => {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], {
      env: { ...process.env, WINKEL_URL: server.url, WINKEL_KEY: key },
    })
    expect(stdout.length).toBeGreaterThan(10)
    if (shown) expect(describe(JSON.parse(stdout))).toEqual(describe(JSON.parse(shown)))
  })
})
