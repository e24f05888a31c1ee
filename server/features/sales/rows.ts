import { type RawBuilder, sql } from 'kysely'
import type { SaleRow, SalesList } from '../../../contract/sales.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { countByDay, countByName, type DayCount, type NameSort, ordersIn } from './counts.ts'
import { type Cursor, matchesSearch, type Search } from './search.ts'

export type Order = { sort: SalesList['sort']; dir: Direction }
export type By = Pick<Cursor, 'column' | 'dir'>
export const NEWEST_FIRST = { column: 'saledate', dir: 'desc' } as const
type Window = { limit: number; offset: number }

/** So many rows are sooner counted off than it is asked on which day they end. */
const FEW = 500

/**
 * The rows of one page. However far down the list it lies, only its own days are read: the counts say which those are.
 * `days` counts all that the search finds, oldest day first.
 */
export function findRows(scope: Scope, search: Search, { sort, dir }: Order, days: DayCount[], window: Window) {
  if (days.length === 0) return Promise.resolve([])
  if (sort === 'saledate') return rowsByDate(scope, search, dir, days, window)
  if (sort === 'finalamount') return rowsByAmount(scope, search, dir, days, window)
  return rowsByName(scope, search, { sort, dir }, window)
}

function rowsByDate(scope: Scope, search: Search, dir: Direction, days: DayCount[], window: Window) {
  const by = { column: 'saledate', dir } as const
  const parts = windowsByDay(dir === 'asc' ? days : days.toReversed(), window).map(({ day, ...ofDay }) =>
    findSales({ ...search, from: day, to: day }, by, ofDay, KEY),
  )
  return selectRows(scope, parts, by)
}

/**
 * A window on the list as windows on single days, `days` being in its order. Between two of them may lie a year of sales that the
 * search does not ask for.
 */
export function windowsByDay(days: DayCount[], { limit, offset }: Window) {
  let counted = 0
  return days.flatMap(({ day, orders }) => {
    const before = counted
    counted += orders
    const [first, end] = [Math.max(before, offset), Math.min(counted, offset + limit)]
    return first < end ? { day, limit: end - first, offset: first - before } : []
  })
}

/** From whichever end of the list is nearer. */
async function rowsByAmount(scope: Scope, search: Search, dir: Direction, days: DayCount[], { limit, offset }: Window) {
  const results = ordersIn(days)
  const by = { column: 'finalamount_cents', dir } as const
  if (offset <= results / 2) return selectRows(scope, [findSales(search, by, { limit, offset }, KEY)], by)
  const left = Math.min(limit, results - offset)
  const fromEnd = { ...by, dir: dir === 'asc' ? 'desc' : 'asc' } as const
  return selectRows(scope, [findSales(search, fromEnd, { limit: left, offset: results - offset - left }, KEY)], by)
}

/** Name by name; the sales of each, newest first. */
async function rowsByName(
  scope: Scope,
  search: Search,
  { sort, dir }: { sort: NameSort; dir: Direction },
  { limit, offset }: Window,
) {
  const rows: SaleRow[] = []
  let counted = 0
  for (const { only, orders } of await countByName(scope, search, sort, dir)) {
    const skipped = Math.max(0, offset - counted)
    counted += orders
    if (skipped >= orders) continue
    const one = { ...search, only }
    const window = { limit: limit - rows.length, offset: skipped }
    rows.push(
      ...(skipped > FEW
        ? await rowsByDate(scope, one, 'desc', await countByDay(scope, one), window)
        : await selectRows(scope, [findSales(one, NEWEST_FIRST, window, KEY)], NEWEST_FIRST)),
    )
    if (rows.length >= limit) break
  }
  return rows
}

async function selectRows(scope: Scope, keys: RawBuilder<unknown>[], by: By): Promise<SaleRow[]> {
  if (keys.length === 0) return [] // fewer than were counted a moment ago
  const sales = sql`select sales.* from (${sql.join(keys, sql` union all `)}) page join sales using (businessid, saleid)`
  const shown = sql`saleid, saledate, sales.siteid, sitename, employeeid, firstname, lastname, finalamount`
  return selectNamed<SaleRow>(scope, shown, sales, by)
}

/** What an index tells without the table, however many rows are skipped. */
const KEY = sql`businessid, saleid`

/** The id at the end, or two equal ones could swap between pages. */
const orderOf = ({ column, dir }: By) => sql`${sql.ref(column)} ${sql.raw(dir)}, saleid ${sql.raw(dir)}`

/** Some columns of some of the sales that a search finds. */
export const findSales = (search: Search, by: By, { limit, offset }: Window, columns: RawBuilder<unknown>) => sql`
  (select ${columns} from sales where ${matchesSearch(search)} order by ${orderOf(by)} limit ${limit} offset ${offset})`

/** `sales`, beside the names of their sites and employees. */
export async function selectNamed<Row>(scope: Scope, shown: RawBuilder<unknown>, sales: RawBuilder<unknown>, by: By) {
  const { rows } = await sql<Row>`
    select ${shown}
      from (${sales}) sales
      join site using (businessid, siteid)
      join employee using (businessid, employeeid)
     order by ${orderOf(by)}`.execute(scope)
  return rows
}
