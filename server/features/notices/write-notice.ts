import { FIGURES, findChange, findKnownCostShare, type Sums } from '../../../contract/figures.ts'
import { LOW_STOCK_IN_NOTICE, type NoticeKind } from '../../../contract/notices.ts'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import type { Entered, Scope } from '../../../db/tenant-scope.ts'
import { addDays } from '../../shared/buckets.ts'
import { findComparedRange, findLocalTime } from '../../shared/figures/compared-range.ts'
import { formatDate, formatDay, formatPercent, formatQuantity, formatRand, formatWeekday, pluralize } from './format.ts'
import {
  type CashUpOfSite,
  findLowStock,
  findPlace,
  listCashUps,
  listDaysWithoutSales,
  listSilences,
  listSiteSums,
  listSitesWithoutCashUp,
  type Silence,
  type SiteSums,
  sumUnknownProducts,
} from './queries.ts'

/** A line of a section: a name, its figure, and what there is to say about it. */
export type Line = { name: string; value: string; details: string[] }

export type Section = {
  title: string
  lines: Line[]
  /** Below the lines. */
  notes: string[]
  /** The screen that has all of it, as a path. */
  link?: { text: string; path: string }
}

export type WrittenNotice = { subject: string; title: string; sections: Section[] }

/** `known` and `noticed` are what the next notice does not name again, `forgotten` what it names when it is so once more. */
type Outcome = { notice: WrittenNotice | null; known: string[] | null; noticed?: number[]; forgotten?: number[] }

type Asked = Pick<Entered, 'right' | 'sees_costs'> & {
  kind: NoticeKind
  /** The day of the business on which it is sent. */
  day: string
  sites: number[]
  /** What the last notice named; null for all that is so now. */
  known: string[] | null
}

/** The notice of a person, in the scope of this person. No notice where nothing is new, or where all of its sites are gone. */
export async function writeNotice(scope: Scope, asked: Asked): Promise<Outcome> {
  const place = await findPlace(scope, asked.sites)
  if (place.sites === 0) return { notice: null, known: asked.known }
  if (asked.kind === 'low_stock') return writeLowStock(scope, asked, place.name)
  if (asked.kind === 'silent_till') return writeSilentTills(scope, asked, place.name)
  return { notice: await writeSales(scope, asked, place.name), known: null }
}

/** What a person who asks for a notice gets when it would not be sent. */
export async function writeNothing(scope: Scope, { kind, sites }: Pick<Asked, 'kind' | 'sites'>): Promise<WrittenNotice> {
  const place = await findPlace(scope, sites)
  const reason = kind === 'low_stock' ? 'No product has low stock' : 'No till stopped sending'
  return { ...headline(place.sites === 0 ? 'There is no site for this notice' : reason, place.name), sections: [] }
}

async function writeLowStock(scope: Scope, { sites, known }: Asked, business: string): Promise<Outcome> {
  const low = await findLowStock(scope, { sites, isFirst: known === null })
  const notice =
    low.count === 0
      ? null
      : { ...headline(`${pluralize(low.count, 'product')} with low stock`, business), sections: [describeLowStock(low)] }
  return { notice, known: [], noticed: low.noticed, forgotten: low.forgotten }
}

async function writeSilentTills(scope: Scope, { sites, known, right }: Asked, business: string): Promise<Outcome> {
  const silences = await listSilences(scope, sites)
  const news = silences.filter(({ key }) => !known?.includes(key))
  const title =
    news.length === 1 && news[0]
      ? `${news[0].name} at ${news[0].sitename} stopped sending`
      : `${news.length} tills stopped sending`
  const notice = news.length === 0 ? null : { ...headline(title, business), sections: [describeSilences(news, right)] }
  return { notice, known: silences.map(({ key }) => key) }
}

const headline = (title: string, business: string) => ({ subject: `${business}: ${title}`, title })

/** Yesterday, or the seven days until yesterday. */
async function writeSales(
  scope: Scope,
  { kind, day, sites, right, sees_costs }: Asked,
  business: string,
): Promise<WrittenNotice> {
  const range = { from: addDays(day, kind === 'daily' ? -1 : -7), to: addDays(day, -1) }
  const local = await findLocalTime(scope)
  const compared = findComparedRange(range, { compare: 'previous' }, { today: day, first_day: local.first_day })
  const of = { range, sites }
  const rows = await listSiteSums(scope, { ...of, compared, timezone: local.timezone })
  const silences = await listSilences(scope, sites)
  const low = await findLowStock(scope, { sites, isFirst: true })
  const period = kind === 'daily' ? formatDay(range.from) : `${formatDate(range.from)} to ${formatDate(range.to)}`
  const total = addUp(rows.map(({ sums }) => sums))
  const title = total.orders === 0 ? `No sales, ${period}` : `${formatRand(total.revenue)}, ${period}`
  const sections = [
    describeSales({
      ...{ range, rows, sees_costs, earlier: compared && { from: compared.from, to: compared.to }, silences },
      unknown: await sumUnknownProducts(scope, of),
      emptyDays: kind === 'daily' ? [] : await listDaysWithoutSales(scope, of),
    }),
    describeCashUps(await listCashUps(scope, of), await listSitesWithoutCashUp(scope, of), range),
    low.count > 0 && describeLowStock(low),
    silences.length > 0 && describeSilences(silences, right),
  ].filter((section) => section !== false)
  return { ...headline(title, business), sections }
}

const addUp = (all: Sums[]): Sums => {
  const add = (name: keyof Sums) => sumRand(all.map((sums) => sums[name] ?? 0))
  const names = ['revenue', 'orders', 'refunds', 'refunded', 'units', 'vat', 'cost', 'costed_net'] as const
  return Object.fromEntries(names.map((name) => [name, add(name)])) as Sums
}

type Sales = {
  range: DateRange
  earlier: DateRange | null
  rows: SiteSums[]
  sees_costs: boolean
  silences: Silence[]
  unknown: number
  emptyDays: string[]
}

function describeSales({ range, earlier, rows, sees_costs, silences, unknown, emptyDays }: Sales): Section {
  const total = addUp(rows.map(({ sums }) => sums))
  const describe = (name: string, sums: Sums, before: Sums) =>
    describeSums(name, { sums, before: earlier && { ...earlier, sums: before }, sees_costs })
  const lines = rows.map(({ sitename, sums, earlier: before }) => describe(sitename, sums, before))
  if (rows.length > 1) lines.push(describe('All', total, addUp(rows.map(({ earlier: before }) => before))))
  const notes = [
    emptyDays.length > 0 && `Without sales: ${emptyDays.map(formatDay).join(', ')}.`,
    unknown !== 0 && `${formatRand(unknown)} of it is from products missing from your product list.`,
    silences.length > 0 && 'A till stopped sending, so sales may be missing.',
  ].filter((note) => note !== false)
  return {
    title: 'Sales incl. VAT',
    lines,
    notes,
    link: { text: 'Open the report', path: `/reports?by=site&from=${range.from}&to=${range.to}` },
  }
}

type Described = { sums: Sums; before: (DateRange & { sums: Sums }) | null; sees_costs: boolean }

function describeSums(name: string, { sums, before, sees_costs }: Described): Line {
  if (sums.orders === 0)
    return {
      name,
      value: 'No sales',
      details: before?.sums.orders ? [`${formatRand(before.sums.revenue)} ${describeBefore(before)}`] : [],
    }
  return {
    name,
    value: formatRand(sums.revenue),
    details: [
      [pluralize(sums.orders ?? 0, 'sale'), before && describeChange(sums, before)].filter(Boolean).join(', '),
      sees_costs ? describeProfit(sums) : '',
      sums.refunds > 0 ? `${pluralize(sums.refunds, 'refund')}, ${formatRand(sums.refunded)}` : '',
    ].filter((detail) => detail !== ''),
  }
}

function describeProfit(sums: Sums) {
  const profit = FIGURES.profit(sums)
  const known = findKnownCostShare(sums)
  return [
    profit !== null && `Profit ${formatRand(profit)}`,
    known !== null && (known === 0 ? 'cost not known' : `cost known for ${formatPercent(known)} of revenue`),
  ]
    .filter(Boolean)
    .join(', ')
}

/** 'on Monday 16 November', or 'in the seven days before'. */
const describeBefore = ({ from, to }: DateRange) => (from === to ? `on ${formatDay(from)}` : 'in the seven days before')

function describeChange({ revenue }: Sums, before: DateRange & { sums: Sums }) {
  const change = findChange(revenue, before.sums.revenue)
  if (change === null) return `nothing ${describeBefore(before)}`
  const share = Math.abs(change)
  if (Math.round(share * 100) === 0) return `as much as ${describeBefore(before)}`
  return `${formatPercent(share)} ${change > 0 ? 'more' : 'less'} than ${describeBefore(before)}`
}

/** What is not in the cash-up, and so not in its difference. */
function describeLate({ late_sales: sales, late_amount }: Pick<CashUpOfSite, 'late_sales' | 'late_amount'>) {
  const amount = sumRand([late_amount])
  if (sales === 0 && amount === 0) return ''
  if (sales > 0) return `${pluralize(sales, 'sale')} for ${formatRand(amount)} arrived later`
  if (sales < 0) return `${pluralize(-sales, 'sale')} for ${formatRand(-amount)} ${sales === -1 ? 'was' : 'were'} removed later`
  return `The sales of the day changed later by ${formatRand(amount)}`
}

function describeCashUps(cashUps: Awaited<ReturnType<typeof listCashUps>>, without: string[], range: DateRange): Section | false {
  const lines = cashUps.map(({ sitename, day, expected, counted, ...late }): Line => {
    const difference = sumRand([counted, -expected])
    const words =
      difference === 0
        ? late.late_amount === 0 && late.late_sales === 0
          ? 'No difference'
          : 'No difference when counted'
        : `${formatRand(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`
    const name = range.from === range.to ? sitename : `${sitename}, ${formatWeekday(day)}`
    const details = [`Counted ${formatRand(counted)}, expected ${formatRand(expected)}`, describeLate(late)]
    return { name, value: words, details: details.filter((detail) => detail !== '') }
  })
  if (lines.length === 0 && without.length === 0) return false
  return {
    title: 'Cash-ups',
    lines,
    notes: without.length > 0 ? [`Not cashed up: ${without.join(', ')}.`] : [],
    link: { text: 'Open the cash-ups', path: `/cash-ups?month=${range.to.slice(0, 7)}` },
  }
}

const describeLowStock = ({ rows, count }: Awaited<ReturnType<typeof findLowStock>>): Section => ({
  title: `Low stock: fewer than ${LOW_STOCK} units, whatever the reorder level`,
  lines: rows.map(({ productname, sitename, stock }) => ({
    name: productname,
    value: formatQuantity(stock),
    details: [sitename],
  })),
  notes: count > LOW_STOCK_IN_NOTICE ? [`And ${count - LOW_STOCK_IN_NOTICE} more.`] : [],
  link: { text: 'Open the products', path: '/products?low=true&sort=stock' },
})

const describeSilences = (silences: Silence[], right: Entered['right']): Section => ({
  title: 'Tills that stopped sending',
  lines: silences.map(({ sitename, name, since }) => ({
    name: `${name} at ${sitename}`,
    value: '',
    details: [`Has sent nothing since ${formatDay(since)}, ${since.slice(11)}`],
  })),
  notes: ['A till that is off or offline keeps its sales and sends them later.'],
  // The screen of the sites is for owners and admins.
  link: right === 'everything' ? { text: 'Open the sites', path: '/sites' } : { text: 'Open the dashboard', path: '/dashboard' },
})
