import { SALES_PER_PAGE } from '../../contract/shared/constants.ts'
import { at, type Bench, YEAR } from '../bench.ts'
import type { Goal } from '../goals.ts'
import { GOALS } from '../goals.ts'
import { measure } from '../measure.ts'
import { plainPage, plainSums, type SalesCase } from '../plain/sales.ts'

const RUNS = 60
const PLAIN_RUNS = 3

export async function measureSales(bench: Bench) {
  await measurePages(bench)
  await measureSums(bench)
}

/** The list over the whole year: pages, orders, filters, searches. */
async function measurePages({ shop, db, sales, report }: Bench) {
  const measurePage = async (name: string, asked: SalesCase, goal: Goal, range = YEAR) => {
    const plain = { db, businessid: shop.businessid, range }
    const address = at('/api/v1/sales', { ...range, ...asked })
    const { page, results }: { page: number; results: number } = await shop.owner.json(address)
    const bare = await measure(PLAIN_RUNS, () => plainPage(plain, asked, (page - 1) * SALES_PER_PAGE))
    const found = asked.q || asked.small ? ` (${results.toLocaleString('en-ZA')} found)` : ''
    report.times(`sales list: ${name}${found}`, await measure(RUNS, () => shop.owner.fetch(address)), {
      plain: { way: 'a bare select of the page', value: bare.median },
      goal,
    })
  }

  await measurePage('first page', {}, GOALS.firstPage)
  await measurePage('page 1,000', { page: 1_000 }, GOALS.page)
  await measurePage('last page', { page: sales }, GOALS.page)
  for (const sort of ['saledate', 'employee', 'site', 'finalamount']) {
    const goal = sort === 'finalamount' ? GOALS.byAmount : GOALS.page
    for (const dir of ['asc', 'desc'] as const) {
      await measurePage(`by ${sort} ${dir}, first page`, { sort, dir }, goal)
      await measurePage(`by ${sort} ${dir}, page 1,000`, { sort, dir, page: 1_000 }, goal)
    }
  }
  for (const [name, filter] of filtersFor(sales)) {
    await measurePage(`${name}, first page`, filter, GOALS.page)
    await measurePage(`${name}, last page`, { ...filter, page: sales }, GOALS.page)
  }
  for (const sort of ['employee', 'site']) {
    const q = String(sales * 0.7).charAt(0)
    await measurePage(`ids from ${q} by ${sort}, first page`, { q, sort }, GOALS.page)
    await measurePage(`ids from ${q} by ${sort}, page 500`, { q, sort, page: 500 }, GOALS.page)
  }
  // The last sale may be a moment past the year.
  await measurePage('ids on both sides of a gap of months', lastOfItsDigit(sales), GOALS.page, { ...YEAR, to: '2026-11-01' })
}

/** The cards and charts over the whole year, under the same filters. */
async function measureSums({ shop, db, sales, report }: Bench) {
  const plain = { db, businessid: shop.businessid, range: YEAR }
  const cases: [string, SalesCase][] = [['no filter', {}], ...filtersFor(sales)]
  for (const [name, filter] of cases) {
    const address = at('/api/v1/sales/figures', { ...YEAR, ...filter })
    const bare = await measure(PLAIN_RUNS, () => plainSums(plain, filter))
    report.times(`sales cards and charts: ${name}`, await measure(RUNS, () => shop.owner.fetch(address)), {
      plain: { way: 'plain SQL over the rows', value: bare.median },
      goal: GOALS.sums,
    })
  }
}

/** Numbers as they are in a shop of this size: a whole one, and its first digits. */
function filtersFor(sales: number): [string, SalesCase][] {
  const id = String(Math.floor(sales * 0.71234567))
  return [
    ['below R100', { small: true }],
    ['one employee', { q: 'Employee 57' }],
    ['one site', { q: 'Shop 17' }],
    ['every employee', { q: 'employee' }],
    ['one site below R100', { q: 'Shop 17', small: true }],
    ...[1, 3, 6].map((digits): [string, SalesCase] => [`ids from ${id.slice(0, digits)}`, { q: id.slice(0, digits) }]),
    ['one id', { q: id }],
  ]
}

/** The page on which those of the longest ids end that begin as the last sale's does: next come those with a digit less. */
function lastOfItsDigit(sales: number): SalesCase {
  const q = String(sales).charAt(0)
  const longest = sales - Number(q) * 10 ** (String(sales).length - 1) + 1
  return { q, page: Math.ceil(longest / SALES_PER_PAGE) }
}
