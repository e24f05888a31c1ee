import type { Client as Database } from 'pg'
import { at, type Bench, MONTH, YEAR } from '../bench.ts'
import { type Client, clientOf } from '../client.ts'
import { GOALS } from '../goals.ts'
import { measure, summary, timeOf } from '../measure.ts'

const SOME = 100_000
const DAYS = 365
const USUAL_RUNS = 100

/** A part of the shop's sales and all of them as CSV, and what others feel of it. */
export async function measureExport({ server, shop, db, sales, report }: Bench) {
  const some = { from: firstDayOfLast(Math.ceil((SOME / sales) * DAYS)), to: YEAR.to }
  for (const range of [some, YEAR]) {
    const isAll = range === YEAR
    const plain = await timeOf(() => copyOf(db, shop.businessid, range))
    const usual = await measure(USUAL_RUNS, askAround(clientOf(server.url, shop.owner.cookie)))

    const before = await server.memory()
    const { peak, result } = await server.peakDuring(() => exportWhileOthersAsk(server.url, shop.owner.cookie, range))
    const { rows, firstByte, total, others } = result

    const name = `export of ${rows.toLocaleString('en-ZA')} sales`
    report.value(`${name}, first byte`, firstByte, 'ms', { goal: isAll ? GOALS.firstByte : undefined })
    report.value(`${name}, others asking meanwhile`, total, 'ms', { plain: { way: 'COPY of the same rows', value: plain } })
    report.value(`${name}, memory of the server grows by`, peak - before, 'MB', { goal: isAll ? GOALS.exportMemory : undefined })
    const meanwhile = summary(others)
    report.value(`${name}, others' p95 against their usual`, meanwhile.p95 / usual.p95, 'times', {
      goal: isAll ? GOALS.othersMeanwhile : undefined,
    })
    report.times(`${name}, others meanwhile`, meanwhile)
    report.times(`${name}, others usually`, usual)

    const alone = await exportOf(clientOf(server.url, shop.owner.cookie), range)
    report.value(`${name}, alone`, alone.total, 'ms', {
      plain: { way: 'COPY of the same rows', value: plain },
      goal: isAll ? undefined : GOALS.exportOf100000,
    })
  }
}

async function exportOf(client: Client, range: { from: string; to: string }) {
  const began = performance.now()
  const response = await client.open(at('/api/v1/sales.csv', range))
  if (response.statusCode !== 200) throw new Error(`the export answered ${response.statusCode}`)
  let firstByte = 0
  for await (const _chunk of response) firstByte ||= performance.now() - began
  client.close()
  return { rows: Number(response.headers['x-total-rows']), firstByte, total: performance.now() - began }
}

async function exportWhileOthersAsk(url: string, cookie: string, range: { from: string; to: string }) {
  const ask = askAround(clientOf(url, cookie))
  const others: number[] = []
  let isExporting = true
  const asking = (async () => {
    while (isExporting) others.push(await timeOf(ask))
  })()
  const exported = await exportOf(clientOf(url, cookie), range).finally(() => {
    isExporting = false
  })
  await asking
  return { ...exported, others }
}

/** What somebody else does meanwhile: the dashboard, then the sales list, then the dashboard again. */
function askAround(client: Client) {
  const addresses = [at('/api/v1/dashboard/figures', MONTH), at('/api/v1/sales', YEAR)]
  let asked = 0
  return () => client.fetch(addresses[asked++ % addresses.length] ?? '')
}

const copyOf = (db: Database, businessid: string, { from, to }: { from: string; to: string }) =>
  db.query(
    `copy (select saleid, saledate, firstname, lastname, sitename, finalamount, payment_method, closetime
             from sales s
             join employee e on (e.businessid, e.employeeid) = (s.businessid, s.employeeid)
             join site on (site.businessid, site.siteid) = (s.businessid, s.siteid)
            where s.businessid = '${businessid}'
              and saledate >= '${from}'::timestamp at time zone 'Africa/Johannesburg'
              and saledate < ('${to}'::date + 1)::timestamp at time zone 'Africa/Johannesburg'
            order by saledate desc, saleid desc) to '/dev/null' with csv`,
  )

function firstDayOfLast(days: number) {
  const last = Date.parse(`${YEAR.to}T00:00:00Z`)
  return new Date(last - (Math.min(days, DAYS) - 1) * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
