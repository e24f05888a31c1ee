import { assertSame } from '../lib/assert-same.ts'
import { YEAR } from '../lib/date-ranges.ts'
import { buildPath } from '../lib/http-client.ts'
import { listSales, type SalesSearch, sumSales } from '../plain-sql/sales.ts'
import type { Goal } from '../report/goals.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

export async function measureSales(context: BenchContext) {
  await measurePages(context)
  await measureFigures(context)
}

/** The list of the whole year: pages, orders, filters, searches. */
async function measurePages({ shop, db, size: { sales }, timer, report }: BenchContext) {
  const measurePage = async (name: string, search: SalesSearch, goal: Goal, range = YEAR) => {
    const path = buildPath('/api/v1/sales', { ...range, ...search })
    const source = { db, businessid: shop.businessid, range }
    const answer = await shop.owner.json(path)
    assertSame(name, answer, await listSales(source, search))
    const times = await timer.compareTimes({ ours: () => shop.owner.fetch(path), baseline: () => listSales(source, search) })
    const { q, small, refunds, payment_method } = search
    const found = q || small || refunds || payment_method ? ` (${answer.results.toLocaleString('en')} found)` : ''
    const baseline = fromTiming('count and page over the rows', times.baseline)
    report.addTiming(`sales list: ${name}${found}`, times.ours, { baseline, goal })
  }

  await measurePage('first page', {}, GOALS.firstPage)
  await measurePage('page 1,000', { page: 1_000 }, GOALS.page)
  await measurePage('last page', { page: sales }, GOALS.page)
  for (const sort of ['saledate', 'employee', 'site', 'finalamount']) {
    const goal = sort === 'finalamount' ? GOALS.pageByAmount : GOALS.page
    for (const dir of ['asc', 'desc'] as const) {
      await measurePage(`by ${sort} ${dir}, first page`, { sort, dir }, goal)
      await measurePage(`by ${sort} ${dir}, page 1,000`, { sort, dir, page: 1_000 }, goal)
    }
  }
  for (const [name, filter] of createFilters(sales)) {
    await measurePage(`${name}, first page`, filter, GOALS.page)
    await measurePage(`${name}, last page`, { ...filter, page: sales }, GOALS.page)
  }
  for (const sort of ['employee', 'site']) {
    const q = String(sales * 0.7).charAt(0)
    await measurePage(`ids from ${q} by ${sort}, first page`, { q, sort }, GOALS.page)
    await measurePage(`ids from ${q} by ${sort}, page 500`, { q, sort, page: 500 }, GOALS.page)
  }
}

/** The cards and charts of the whole year, under the same filters. */
async function measureFigures({ shop, db, size: { sales }, timer, report }: BenchContext) {
  const source = { db, businessid: shop.businessid, range: YEAR }
  const cases: [string, SalesSearch][] = [['no filter', {}], ...createFilters(sales)]
  for (const [name, filter] of cases) {
    const path = buildPath('/api/v1/sales/figures', { ...YEAR, ...filter })
    assertSame(name, await shop.owner.json(path), await sumSales(source, filter))
    const times = await timer.compareTimes({ ours: () => shop.owner.fetch(path), baseline: () => sumSales(source, filter) })
    report.addTiming(`sales cards and charts: ${name}`, times.ours, {
      baseline: fromTiming('one statement over the rows', times.baseline),
      goal: GOALS.salesFigures,
    })
  }
}

/** Filters, and the search for an id that a shop of this size has. */
function createFilters(sales: number): [string, SalesSearch][] {
  const id = String(Math.floor(sales * 0.71234567))
  return [
    ['below R100', { small: true }],
    ['one employee', { q: 'Employee 57' }],
    ['one site', { q: 'Shop 17' }],
    ['every employee', { q: 'employee' }],
    ['refunds', { refunds: true }],
    ['refunds of one site', { q: 'Shop 17', refunds: true }],
    ['most used payment method', { payment_method: 'card' }],
    ['least used payment method', { payment_method: 'snapscan' }],
    ['one payment method of one employee', { q: 'Employee 57', payment_method: 'card' }],
    ['one payment method below R100', { small: true, payment_method: 'card' }],
    ['one site below R100', { q: 'Shop 17', small: true }],
    ['one id', { q: id }],
  ]
}
