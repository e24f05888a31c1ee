// More than the other lists have, because a list of sales may have millions of rows: a page is found by the counts of days.

import { type RawBuilder, sql } from 'kysely'
import type { SaleRow, SalesList } from '../../../contract/sales.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { PageWindow } from '../../shared/list-query.ts'
import { countByDay, countByName, type DayCount, type NameSort, ordersIn } from './counts.ts'
import { type Cursor, matchesSearch, type Search } from './search.ts'

export type Order = { sort: SalesList['sort']; dir: Direction }
export type By = Pick<Cursor, 'column' | 'dir'>
export const NEWEST_FIRST = { column: 'saledate', dir: 'desc' } as const

/** Skipping so many rows costs less than counting days to find where they end. */
const MAX_SKIPPED_ROWS = 500

/** The rows of a page. Only the days of the page are read, however far down the list it is. `days` counts the search, oldest day first. */
export function findRows(scope: Scope, search: Search, { sort, dir }: Order, days: DayCount[], window: PageWindow) {
  if (days.length === 0) return Promise.resolve([])
  if (sort === 'saledate') return rowsByDate(scope, search, dir, days, window)
  if (sort === 'finalamount') return rowsByAmount(scope, search, dir, days, window)
  return rowsByName(scope, search, { sort, dir }, window)
}

function rowsByDate(scope: Scope, search: Search, dir: Direction, days: DayCount[], window: PageWindow) {
  const by = { column: 'saledate', dir } as const
  const parts = windowsByDay(dir === 'asc' ? days : days.toReversed(), window).map(({ day, ...windowOfDay }) =>
    findSales({ ...search, from: day, to: day }, by, windowOfDay, KEY),
  )
  return selectRows(scope, parts, by)
}

/** Splits a window on the list into windows on single days. `days` is in the order of the list; days without a result are not in it. */
export function windowsByDay(days: DayCount[], { limit, offset }: PageWindow) {
  let counted = 0
  return days.flatMap(({ day, orders }) => {
    const before = counted
    counted += orders
    const [first, end] = [Math.max(before, offset), Math.min(counted, offset + limit)]
    return first < end ? { day, limit: end - first, offset: first - before } : []
  })
}

/** Reads from the nearer end of the list. */
async function rowsByAmount(scope: Scope, search: Search, dir: Direction, days: DayCount[], { limit, offset }: PageWindow) {
  const results = ordersIn(days)
  const by = { column: 'finalamount_cents', dir } as const
  if (offset <= results / 2) return selectRows(scope, [findSales(search, by, { limit, offset }, KEY)], by)
  const left = Math.min(limit, results - offset)
  const fromEnd = { ...by, dir: dir === 'asc' ? 'desc' : 'asc' } as const
  return selectRows(scope, [findSales(search, fromEnd, { limit: left, offset: results - offset - left }, KEY)], by)
}

/** Ordered by name; the sales of a name, newest first. */
async function rowsByName(
  scope: Scope,
  search: Search,
  { sort, dir }: { sort: NameSort; dir: Direction },
  { limit, offset }: PageWindow,
) {
  const rows: SaleRow[] = []
  let counted = 0
  for (const { only, orders } of await countByName(scope, search, sort, dir)) {
    const skipped = Math.max(0, offset - counted)
    counted += orders
    if (skipped >= orders) continue
    const searchOfName = { ...search, ...only }
    const window = { limit: limit - rows.length, offset: skipped }
    rows.push(
      ...(skipped > MAX_SKIPPED_ROWS
        ? await rowsByDate(scope, searchOfName, 'desc', await countByDay(scope, searchOfName), window)
        : await selectRows(scope, [findSales(searchOfName, NEWEST_FIRST, window, KEY)], NEWEST_FIRST)),
    )
    if (rows.length >= limit) break
  }
  return rows
}

export const findRowsById = (scope: Scope, saleids: number[]) =>
  selectRows(
    scope,
    saleids.map((saleid) => sql`(select ${KEY} from sales where businessid = ${currentBusiness} and saleid = ${saleid})`),
    NEWEST_FIRST,
  )

async function selectRows(scope: Scope, keys: RawBuilder<unknown>[], by: By): Promise<SaleRow[]> {
  if (keys.length === 0) return [] // sales were deleted after they were counted
  const sales = sql`select sales.* from (${sql.join(keys, sql` union all `)}) page join sales using (businessid, saleid)`
  const shown = sql`saleid, saledate, sales.siteid, sitename, employeeid, firstname, lastname, finalamount, reference`
  return selectNamed<SaleRow>(scope, shown, sales, by)
}

/** These columns come from the index alone, so skipped rows cost little. */
const KEY = sql`businessid, saleid`

/** Ends with the id, or two equal sales could swap between pages. */
const orderBy = ({ column, dir }: By) => sql`${sql.ref(column)} ${sql.raw(dir)}, saleid ${sql.raw(dir)}`

/** A subquery of `columns` of the sales in a window of the search. */
export const findSales = (search: Search, by: By, { limit, offset }: PageWindow, columns: RawBuilder<unknown>) => sql`
  (select ${columns} from sales where ${matchesSearch(search)} order by ${orderBy(by)} limit ${limit} offset ${offset})`

/** The sales with the names of their sites and employees. */
export async function selectNamed<Row>(scope: Scope, shown: RawBuilder<unknown>, sales: RawBuilder<unknown>, by: By) {
  const { rows } = await sql<Row>`
    select ${shown}
      from (${sales}) sales
      join site using (businessid, siteid)
      join employee using (businessid, employeeid)
     order by ${orderBy(by)}`.execute(scope)
  return rows
}
