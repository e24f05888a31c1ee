import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { XLSX_TYPE } from '../contract/shared/fields.ts'
import { createWorkbook } from '../server/testing/workbook.ts'
import { defineDrill } from './lib/drill.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

const MEBIBYTE = 1024 * 1024
const MAX_NEIGHBOUR_MS = 2_000
const BUDGET_MB = 512
const ACCOUNTS = 4

const SALES = '/api/v1/sales/imports'

type Upload = { path: string; body: Uint8Array; headers: Record<string, string> }
type Shop = Awaited<ReturnType<typeof signUpShop>>

export default defineDrill({
  description: 'Files that cost much to read: memory stays in its budget, and the preview of another business is answered soon',
  options: { seconds: 60, megabytes: 56, textMegabytes: 120, rows: 100_000 },
  tiny: { seconds: 1, megabytes: 1, textMegabytes: 1, rows: 1_000 },
  async run(context) {
    const { options, figure, promise, limit, progress } = context
    const server = await startServerProcess(context)
    await server.waitUntilReady()
    const shops: Shop[] = []
    for (let count = 0; count <= ACCOUNTS + 1; count++) shops.push(await signUpShop(server))
    const [neighbour, ...others] = shops as [Shop, ...Shop[]]

    const send = async ({ owner }: Shop, { path, body, headers }: Upload) => {
      const started = performance.now()
      const answer = await owner
        .fetch(`${path}?siteid=${owner.siteid}${path === SALES ? '&file_name=drill' : ''}`, {
          method: 'POST',
          body: Buffer.from(body),
          headers,
        })
        .then(async (response) => ({ status: response.status, text: (await response.text()).slice(0, 150) }))
        .catch((error: Error) => ({ status: 0, text: String(error.cause ?? error) }))
      return { ...answer, ms: Math.round(performance.now() - started) }
    }
    const askNeighbour = async () => (await send(neighbour, salesCsv(10))).ms
    const readMemory = async () => {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]
      return Math.round(Number(kilobytes) / 1024)
    }
    /** Asks the neighbour's preview again and again while `work` goes on. */
    const watch = async (name: string, work: () => Promise<unknown>) => {
      let [peak, isFinished] = [0, false]
      const watchMemory = async () => {
        for (; !isFinished; await delay(20)) peak = Math.max(peak, await readMemory())
      }
      const waits: number[] = []
      const askAgain = async () => {
        while (!isFinished) {
          waits.push(await askNeighbour())
          await delay(100)
        }
      }
      const before = await readMemory()
      const started = performance.now()
      const working = work().finally(() => {
        isFinished = true
      })
      await Promise.all([working, watchMemory(), askAgain()])
      figure(`${name}: s`, ((performance.now() - started) / 1000).toFixed(1))
      figure(`${name}: memory before and at most, MB`, `${before} ${peak}`)
      figure(`${name}: slowest preview of the neighbour, ms`, Math.max(...waits))
      limit(`${name}: memory grows by ${BUDGET_MB} MB at most`, peak - before <= BUDGET_MB)
      limit(`${name}: the neighbour's preview is there within ${MAX_NEIGHBOUR_MS} ms`, Math.max(...waits) <= MAX_NEIGHBOUR_MS)
    }
    const show = (name: string, { status, text, ms }: Awaited<ReturnType<typeof send>>) =>
      figure(name, `${status} after ${ms} ms, ${text}`)

    await askNeighbour()
    figure('preview of ten lines, ms', await askNeighbour())
    figure('memory at rest, MB', await readMemory())

    const [attacker, ...more] = others as [Shop, ...Shop[]]
    const attacks: [string, Upload][] = [
      ['3,000 rows with a cell in column XFD', workbook(await createWorkbook({ rows: WIDE_ROWS }))],
      ['a row numbered 500,000,000', workbook(await createWorkbook({ rows: TALL_ROW }))],
      [
        `${options.textMegabytes} MB of texts under another name`,
        workbook(
          await createWorkbook({
            rows: '',
            texts: `<si><t>${'x'.repeat(40)}</t></si>`.repeat((options.textMegabytes * MEBIBYTE) / 58),
          }),
        ),
      ],
    ]
    for (const [name, upload] of attacks) {
      progress(name)
      figure(`${name}: kB`, (upload.body.length / 1000).toFixed(1))
      await watch(name, async () => show(name, await send(attacker, upload)))
      await watch(`${name}, beside products`, async () => {
        const products = { ...upload, path: '/api/v1/products/imports' }
        await Promise.all([send(attacker, upload), send(attacker, products), ...more.map((shop) => send(shop, products))])
      })
    }

    progress('large files')
    const large = salesCsv(Math.ceil((options.megabytes * MEBIBYTE) / ROW_BYTES))
    await watch(`ten files of ${options.megabytes} MB`, async () => {
      const answers = await Promise.all(others.flatMap((shop) => [send(shop, large), send(shop, large)]))
      figure('answers', answers.map(({ status, ms }) => `${status} ${(ms / 1000).toFixed(0)} s`).join(', '))
    })

    progress('all day')
    const honest = salesCsv(options.rows)
    await watch(`${ACCOUNTS} accounts that upload all the time`, async () => {
      const end = performance.now() + options.seconds * 1000
      let uploads = 0
      const upload = async (shop: Shop, files: Upload[]) => {
        for (let nth = 0; performance.now() < end; nth++, uploads++) {
          const { status } = await send(shop, files[nth % files.length] as Upload)
          if (status >= 500) await delay(100)
        }
      }
      const files = [...attacks.map(([, file]) => file), honest, salesCsv(2_000), manySales(1_200)]
      await Promise.all(others.slice(0, ACCOUNTS).flatMap((shop) => [upload(shop, files), upload(shop, files.toReversed())]))
      figure('uploads of the accounts', uploads)
    })
    promise('the server ran on', server.isRunning())
  },
})

const ROW_BYTES = 280

/** A packed file of sales, a row of about ROW_BYTES each. */
function salesCsv(rows: number): Upload {
  const filler = 'x'.repeat(ROW_BYTES - 60)
  const row = (nth: number) =>
    `2026-${pad(1 + (nth % 6), 2)}-${pad(1 + (nth % 28), 2)} 10:00,${pad(nth, 7)},12.50,Cash,${filler}\n`
  const text = ['Date,Receipt,Total,Payment method,Notes\n', ...Array.from({ length: rows }, (_, nth) => row(nth))].join('')
  return {
    path: SALES,
    body: gzipSync(text, { level: 1 }),
    headers: { 'content-type': 'text/csv', 'content-encoding': 'gzip' },
  }
}

/** As many sales as fit into a small file: what takes longest to read. */
const manySales = (rows: number): Upload => ({
  ...salesCsv(0),
  body: gzipSync(`Date,Total\n${Array.from({ length: rows }, (_, nth) => `2026-01-0${1 + (nth % 9)},${nth % 10}\n`).join('')}`),
})

const pad = (value: number, length: number) => String(value).padStart(length, '0')

const workbook = (body: Uint8Array): Upload => ({
  path: SALES,
  body,
  headers: { 'content-type': XLSX_TYPE },
})

const WIDE_ROWS = Array.from({ length: 3_000 }, (_, nth) => `<row r="${nth + 1}"><c r="XFD${nth + 1}"><v>1</v></c></row>`).join(
  '',
)
const TALL_ROW = '<row r="500000000"><c r="A500000000"><v>1</v></c></row>'
