import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { findMismatches } from '../db/testing/find-mismatches.ts'
import { defineDrill } from './lib/drill.ts'
import { formatCounts } from './lib/format-counts.ts'
import { createFolder, startServerProcess } from './lib/server-process.ts'
import { createProduct, signUpShop } from './lib/shop.ts'

const RECOVERY_MS = 60_000

export default defineDrill({
  description:
    'the disk of the data folder fills up: 503 with Retry-After, nothing answered is lost, and it recovers (needs root)',
  options: { megabytes: 200, seconds: 15 },
  tiny: { seconds: 1 },
  findObstacle,
  async run(context) {
    const { options, figure, promise, onFinished } = context
    const dataDir = await createFolder(context)
    mountMemory(dataDir, options.megabytes)
    onFinished(() => unmount(dataDir))

    const server = await startServerProcess(context, { dataDir })
    await server.waitUntilReady()
    const { owner, till } = await signUpShop(server)
    const productid = await createProduct(owner, 1_000_000)

    const answered = new Map<string, number>()
    let count = 0
    const push = async () => {
      const sales = Array.from({ length: 100 }, () => ({
        reference: `full-${++count}`,
        saledate: '2026-11-21T14:05',
        items: [{ productid, quantity: 1 }],
      }))
      const response = await fetch(`${server.url}/api/v1/sales`, {
        method: 'POST',
        headers: { authorization: `Bearer ${till.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales }),
      })
      const body = await response.text()
      if (response.ok) {
        for (const { reference, saleid } of JSON.parse(body).sales) answered.set(reference, saleid)
      }
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body: body.slice(0, 200) }
    }
    const get = async (path: string) => {
      const response = await owner.fetch(path)
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        body: (await response.text()).slice(0, 200),
      }
    }
    promise('sales are stored while there is room', (await push()).status === 200)

    await fillDisk(join(dataDir, 'filler'), options.megabytes)
    const pushes: Awaited<ReturnType<typeof push>>[] = []
    const reads: Awaited<ReturnType<typeof get>>[] = []
    const readiness: Awaited<ReturnType<typeof get>>[] = []
    const startedAt = Date.now()
    const isRefused = () => pushes.some(({ status }) => status !== 200) && readiness.some(({ status }) => status === 503)
    const maxMs = () => (isRefused() ? options.seconds * 1000 : RECOVERY_MS)
    while (Date.now() - startedAt < maxMs()) {
      pushes.push(await push())
      reads.push(await get('/api/v1/sites'))
      readiness.push(await get('/readyz'))
      await delay(100)
    }
    const refused = pushes.filter(({ status }) => status !== 200)
    figure('batches while full', formatCounts(pushes.map(({ status }) => String(status))))
    figure('reads while full', formatCounts(reads.map(({ status }) => String(status))))
    figure('/readyz while full', formatCounts(readiness.map(({ status, body }) => `${status} ${body}`)))
    promise('the disk was full for some batches', refused.length > 0)
    promise(
      'each of them is 503 with Retry-After',
      refused.every(({ status, retryAfter }) => status === 503 && retryAfter !== null),
      refused.slice(0, 3),
    )
    promise(
      'reads are 200, or 503 while PostgreSQL starts again',
      reads.every(({ status }) => [200, 503].includes(status)),
      reads.slice(-3),
    )
    promise(
      '/readyz says so',
      readiness.some(({ status }) => status === 503),
      readiness.slice(-3),
    )
    promise('the server runs on', server.isRunning(), server.lines.slice(-5))

    await rm(join(dataDir, 'filler'))
    const freedAt = Date.now()
    let recovered = false
    while (!recovered && Date.now() - freedAt < RECOVERY_MS) {
      recovered = (await push()).status === 200 && (await get('/readyz')).status === 200
      if (!recovered) await delay(200)
    }
    figure('recovered after, ms', Date.now() - freedAt)
    promise('it recovers by itself when there is room again', recovered, server.lines.slice(-5))

    const client = new Client(await findOwnerConnection(dataDir))
    await client.connect()
    const { rows } = await client.query(
      `select reference, saleid::float, (select count(*)::float from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)) as lines
         from sales s where businessid = $1`,
      [owner.businessid],
    )
    const stored = new Map<string, number>(rows.map(({ reference, saleid }) => [reference, saleid]))
    const mismatches = await findMismatches(client, owner.businessid)
    await client.end()
    const lost = [...answered].filter(([reference, saleid]) => stored.get(reference) !== saleid)
    figure('sales answered', answered.size)
    figure('sales stored', stored.size)
    promise('every sale that was answered is stored', lost.length === 0, lost.slice(0, 5))
    promise(
      'no sale is stored in part',
      rows.every(({ lines }) => lines === 1),
    )
    promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
  },
})

const mountMemory = (folder: string, megabytes: number) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], { stdio: 'pipe' })
const unmount = (folder: string) => execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })

/** Linux lets only root mount, and a container often not even root. */
function findObstacle() {
  const folder = mkdtempSync(join(tmpdir(), 'winkel-drill-mount-'))
  try {
    mountMemory(folder, 1)
    unmount(folder)
    return undefined
  } catch {
    return 'This drill needs Linux, root and the right to mount.'
  } finally {
    rmdirSync(folder)
  }
}

/** Writes until nothing fits any more, with ever smaller pieces. */
async function fillDisk(file: string, megabytes: number) {
  for (let size = megabytes * 2 ** 20; size >= 1024; size /= 2) {
    for (let isFull = false; !isFull; ) {
      isFull = await writeFile(file, Buffer.alloc(size), { flag: 'a' }).then(
        () => false,
        () => true,
      )
    }
  }
}
