import { sql } from 'kysely'
import type { Direction } from '../../contract/list.ts'
import type { SaleRow, SalesList } from '../../contract/sales.ts'
import type { Scope } from '../../db/scope.ts'
import { countByDay, countByName, type DayCount, type NameSort, ordersIn } from './counts.ts'
import { isFound, type Search } from './search.ts'

export type Order = { sort: SalesList['sort']; dir: Direction }
type Window = { limit: number; offset: number }

/** So many rows are sooner counted off than it is asked on which day they end. */
const FEW = 500

/**
 * The rows of one page. However far down the list it lies, only its own days are read: the counts say on which it begins.
 * `days` counts all that the search finds, oldest day first.
 */
export function rowsAt(scope: Scope, search: Search, { sort, dir }: Order, days: DayCount[], window: Window) {
  if (days.length === 0) return Promise.resolve([])
  if (sort === 'saledate') return rowsByDate(scope, search, dir, days, window)
  if (sort === 'finalamount') return rowsByAmount(scope, search, dir, days, window)
  return rowsByName(scope, search, { sort, dir }, window)
}

function rowsByDate(scope: Scope, search: Search, dir: Direction, days: DayCount[], window: Window) {
  const { from, to, skipped } = daysOf(dir === 'asc' ? days : days.toReversed(), window)
  return selectRows(scope, { ...search, from, to }, 'saledate', dir, { ...window, offset: window.offset - skipped })
}

/** The days that a window on the list reaches over, `days` being in its order; and how many rows the days before them have. */
export function daysOf(days: DayCount[], { limit, offset }: Window) {
  const reached: string[] = []
  let skipped = 0
  let counted = 0
  for (const { day, orders } of days) {
    if (counted >= offset + limit) break
    counted += orders
    if (counted <= offset) skipped = counted
    else reached.push(day)
  }
  const [from, to] = [reached[0] ?? '', reached.at(-1) ?? '']
  return from <= to ? { from, to, skipped } : { from: to, to: from, skipped }
}

/** From whichever end of the list is nearer. */
async function rowsByAmount(scope: Scope, search: Search, dir: Direction, days: DayCount[], { limit, offset }: Window) {
  const results = ordersIn(days)
  if (offset <= results / 2) return selectRows(scope, search, 'finalamount_cents', dir, { limit, offset })
  const left = Math.min(limit, results - offset)
  const opposite = dir === 'asc' ? 'desc' : 'asc'
  const rows = await selectRows(scope, search, 'finalamount_cents', opposite, { limit: left, offset: results - offset - left })
  return rows.reverse()
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
        : await selectRows(scope, one, 'saledate', 'desc', window)),
    )
    if (rows.length >= limit) break
  }
  return rows
}

async function selectRows(
  scope: Scope,
  search: Search,
  column: 'saledate' | 'finalamount_cents',
  dir: Direction,
  { limit, offset }: Window,
): Promise<SaleRow[]> {
  // The id at the end, or two equal ones could swap between pages.
  const order = sql`${sql.ref(column)} ${sql.raw(dir)}, saleid ${sql.raw(dir)}`
  const { rows } = await sql<SaleRow>`
    select saleid, saledate, sales.siteid, sitename, employeeid, firstname, lastname, finalamount
      from (
        select businessid, saleid from sales where ${isFound(search)} order by ${order} limit ${limit} offset ${offset}
      ) page
      join sales using (businessid, saleid)
      join site using (businessid, siteid)
      join employee using (businessid, employeeid)
     order by ${order}`.execute(scope)
  return rows
}
