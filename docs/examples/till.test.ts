import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startEpoch } from '../../db/epoch.ts'
import { createOwner, createTill } from '../../server/testing/clients.ts'
import { testServer } from '../../server/testing/server.ts'

const server = await testServer()
afterAll(server.close)

const createSale = (reference: string, finalamount = 10) => ({ reference, saledate: '2026-01-02T09:00', finalamount })
const formatLines = (lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** A shop with a till, whose program is in a folder of its own: it needs nothing but Node. */
async function createShop() {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-till-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyFile(join(import.meta.dirname, 'till.ts'), join(folder, 'till.ts'))
  const shop = await createOwner(server)
  const { key } = await createTill(server, shop)
  const file = join(folder, 'sales.jsonl')

  async function run({ url = server.url, till = key } = {}) {
    const child = spawn(process.execPath, ['till.ts', file], { cwd: folder, env: { WINKEL_URL: url, WINKEL_TILL_KEY: till } })
    let output = ''
    child.stderr.on('data', (text) => (output += text))
    const [code] = await once(child, 'close')
    return { code, output }
  }
  return {
    ...shop,
    key,
    run,
    sell: (...sales: object[]) => appendFile(file, formatLines(sales)),
    write: (text: string) => appendFile(file, text),
    keep: (text: string) => appendFile(`${file}.kept`, text),
    readRejected: async () =>
      (await readFile(`${file}.rejected`, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    countSales: async () => {
      const counted = 'select count(*)::int as sales, sum(finalamount)::float as revenue from sales where businessid = $1'
      return (await server.ownerPool.query(counted, [shop.businessid])).rows[0]
    },
  }
}

/** A proxy that `answer` may hold up. It records the references of each request. */
async function startProxy(answer: (body: string) => Promise<Response | undefined>) {
  const requests: string[][] = []
  const proxy = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push(JSON.parse(body).sales.map(({ reference }: { reference: string }) => reference))
    const answered = await answer(body)
    if (!answered) return response.destroy()
    for (const name of ['retry-after', 'winkel-epoch']) response.setHeader(name, answered.headers.get(name) ?? '')
    response.writeHead(answered.status).end(await answered.text())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  return { requests, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

test('till example: sends each sale once, keeps the rejected ones apart, and leaves a line that is not complete', async () => {
  const { run, sell, write, countSales, readRejected } = await createShop()
  await sell(createSale('a'), { ...createSale('b'), tip: 5 }, createSale('c', 20), createSale('a', 11))
  await write('{"reference":\n')
  await write(JSON.stringify(createSale('d', 30)))
  const rejected = [
    { reference: 'b', field: 'sales[1]', sale: { ...createSale('b'), tip: 5 } },
    { reference: 'a', reason: 'This reference was used for another sale.', sale: createSale('a', 11) },
    { reference: null, sale: { unreadable: '{"reference":' } },
  ]
  expect(await run()).toMatchObject({ code: 0 })
  expect(await countSales()).toEqual({ sales: 2, revenue: 30 })
  expect(await readRejected()).toMatchObject(rejected)

  await write('\n')
  expect(await run()).toMatchObject({ code: 0 })
  expect(await countSales()).toEqual({ sales: 3, revenue: 60 })
  expect(await readRejected()).toHaveLength(rejected.length)

  await sell(createSale('b'))
  await run()
  expect(await countSales()).toEqual({ sales: 4, revenue: 70 })
})

test('till example: sends a sale again with the same reference until it is answered, and waits as Retry-After says', async () => {
  const { run, sell, countSales, key } = await createShop()
  await sell(...Array.from({ length: 501 }, (_, nth) => createSale(`t-${nth}`)))
  let [isLost, waitsUntil] = [false, 0]
  const proxy = await startProxy(async (body) => {
    if (waitsUntil === 0) waitsUntil = Date.now() + 2000
    if (Date.now() < waitsUntil) return Response.json({ message: 'Wait.' }, { status: 429, headers: { 'retry-after': '2' } })
    const answer = await fetch(`${server.url}/api/v1/sales`, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` } },
    })
    if (isLost) return answer
    isLost = true
    return undefined
  })
  expect(await run({ url: proxy.url })).toMatchObject({ code: 0, output: expect.stringContaining('Wait.\n') })
  expect(await countSales()).toEqual({ sales: 501, revenue: 5010 })
  // Once too early, once without an answer.
  const [first = []] = proxy.requests
  expect(first).toHaveLength(500)
  expect(proxy.requests).toEqual([first, first, first, ['t-500']])
})

test('till example: sends what it keeps to a restored server, once', async () => {
  const { run, sell, keep, countSales, api, businessid } = await createShop()
  await sell(createSale('a'), createSale('b'))
  await run()
  const old = { at: '2026-01-02T09:00:00.000Z', sale: createSale('old') }
  await keep(`${formatLines([old])}{"at":"2026-`)

  await startEpoch(server.ownerPool, new Date())
  await server.ownerPool.query(`delete from sales where businessid = $1 and reference = 'a'`, [businessid])
  expect((await api.dashboard.figuresCheck()).restored).toMatchObject({ tills: 1, waiting: [{ name: 'Till 1' }] })
  await sell(createSale('c'))
  expect(await run()).toMatchObject({ code: 0 })
  expect((await api.dashboard.figuresCheck()).restored).toMatchObject({ tills: 1, waiting: [] })
  expect(await countSales()).toEqual({ sales: 3, revenue: 30 })
})

test('till example: stops when the key is wrong, and sends the sales with another key', async () => {
  const { run, sell, countSales } = await createShop()
  await sell(createSale('a'))
  const wrong = await run({ till: `wk_${'a'.repeat(43)}` })
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('This till key is unknown or revoked.') })
  expect(await countSales()).toMatchObject({ sales: 0 })
  expect(await run()).toMatchObject({ code: 0 })
  expect(await countSales()).toMatchObject({ sales: 1 })
})
