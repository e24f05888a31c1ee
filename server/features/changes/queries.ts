import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../../contract/changes.ts'
import type { ChangeNoun, ChangesSearch, KeptMonths } from '../../../contract/search/changes.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { joinConditions, joinPerson, personName } from '../../shared/list-query.ts'
import { formatLocalTime, setLocalTimezone } from '../../shared/local-time.ts'
import { isUndoable } from '../../shared/undo.ts'

const PAGE_CHANGES = 50

/** Where the list or the history goes on: at what is older than this change. */
export type Before = { before?: number | undefined }

const goOn = ({ before }: Before) =>
  before !== undefined &&
  sql`(at, changeid) < (select at, changeid from changes where businessid = ${currentBusiness} and changeid = ${before})`

/** When a day of the business begins; the transaction has its time zone. */
const startOf = (day: string, days = 0) => sql`(${day}::date + ${sql.lit(days)})::timestamptz`

const ACTIONS: Partial<Record<string, RawBuilder<unknown>>> = {
  created: sql`action = 'created' and noun not in ('import', 'export')`,
  changed: sql`action not in ('created', 'deleted', 'undone', 'signed in', 'refused') and undo_of is null`,
  undone: sql`(undo_of is not null or action = 'undone')`,
  'no sign-ins': sql`action <> 'signed in'`,
}

const matchesSearch = ({ noun, person, action, siteid, from, to }: ChangesSearch) =>
  joinConditions([
    // The bulk change or the import is there instead.
    noun === 'product' || noun === 'employee' ? undefined : sql`not is_part`,
    noun !== undefined && sql`noun = ${noun}`,
    person !== undefined && sql`user_id = ${person}`,
    action !== undefined && (ACTIONS[action] ?? sql`action = ${action}`),
    siteid !== undefined && sql`siteid = ${siteid}`,
    from !== undefined && sql`at >= ${startOf(from)}`,
    to !== undefined && sql`at < ${startOf(to, 1)}`,
    sql`true`,
  ])

type Stored = Omit<ListedChange, 'undo' | 'is_undo'> & { undo_of: number | null; is_undone: boolean; bulk_undo: Change['undo'] }

/** `local_at` is for files: ISO 8601 in the time zone of the business. */
export type ListedChange = Change & { local_at: string }

async function readChanges(scope: Scope, condition: RawBuilder<unknown>, limit: number): Promise<ListedChange[]> {
  // A person who was deleted had signed in.
  const lostName = sql`(
    select s.name from changes s
     where s.businessid = ${currentBusiness} and s.noun = 'sign-in' and s.rowid = found.user_id::text and s.name <> '' order by s.changeid desc limit 1)`
  const { rows } = await sql<Stored>`
    select found.changeid, at, ${formatLocalTime(sql`at`)} as local_at, actor, coalesce(${personName}, ${lostName}) as person, client_ip, device, noun, rowid, name, sitename,
           action, before, after, undo_of,
           (select count(*) > 0 from changes u where u.businessid = ${currentBusiness} and u.undo_of = found.changeid) as is_undone,
           (select case when p.undone_at is null then 'possible' else 'done' end from product_changes p
             where p.businessid = ${currentBusiness} and found.noun = 'bulk change' and found.action = 'changed' and p.changeid::text = found.rowid
           ) as bulk_undo
      from (
        select * from changes
         where businessid = ${currentBusiness} and ${condition} order by at desc, changeid desc limit ${sql.lit(limit)}
      ) found
      ${joinPerson('found')}
      left join site on site.businessid = ${currentBusiness} and site.siteid = found.siteid
     order by at desc, changeid desc`.execute(scope)
  return nameIds(scope, rows.map(toChange))
}

function toChange({ undo_of, is_undone, bulk_undo, ...change }: Stored): ListedChange {
  const undo = is_undone ? 'done' : isUndoable(change) ? 'possible' : bulk_undo
  return { ...change, is_undo: undo_of !== null || change.action === 'undone', undo }
}

/** Columns that have the id of something with a name. */
const NAMED: Record<string, RawBuilder<{ id: number; name: string }>> = {
  siteid: sql`select siteid as id, sitename as name from site where businessid = ${currentBusiness}`,
  to_siteid: sql`select siteid as id, sitename as name from site where businessid = ${currentBusiness}`,
  supplierid: sql`select supplierid as id, name from suppliers where businessid = ${currentBusiness}`,
  subscriptionid: sql`select subscriptionid as id, name from subscriptions`,
}

/** Shows names in place of ids, and that what had the id was deleted. */
async function nameIds(scope: Scope, changes: ListedChange[]): Promise<ListedChange[]> {
  const names = new Map<string, Map<number, string>>()
  for (const [column, query] of Object.entries(NAMED)) {
    if (!changes.some(({ before, after }) => before?.[column] || after?.[column])) continue
    const { rows } = await query.execute(scope)
    names.set(column, new Map(rows.map(({ id, name }) => [id, name])))
  }
  const show = (values: Change['before']) =>
    values &&
    Object.fromEntries(
      Object.entries(values).map(([column, value]) => {
        const known = names.get(column)
        return [column, known && value !== null ? (known.get(Number(value)) ?? 'Deleted') : value]
      }),
    )
  return changes.map((change) => ({ ...change, before: show(change.before), after: show(change.after) }))
}

async function readPage(scope: Scope, conditions: (RawBuilder<unknown> | false)[], limit = PAGE_CHANGES) {
  await setLocalTimezone(scope)
  const found = await readChanges(scope, joinConditions(conditions), limit + 1)
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? (rows.at(-1)?.changeid ?? null) : null }
}

export const listChanges = (scope: Scope, { before, ...search }: ChangesSearch & Before) =>
  readPage(scope, [matchesSearch(search), goOn({ before })])

/** A page of a file. It has no change that is newer than `newest`, such as the export itself. */
export const listChangesToExport = (
  scope: Scope,
  { before, newest, limit, ...search }: ChangesSearch & Before & { newest: number; limit: number },
) => readPage(scope, [matchesSearch(search), sql`changeid <= ${newest}`, goOn({ before })], limit)

export const listHistory = (scope: Scope, { noun, rowid, before }: { noun: ChangeNoun; rowid: string } & Before) =>
  readPage(scope, [sql`noun = ${noun} and rowid = ${rowid}`, goOn({ before })])

export async function countChanges(scope: Scope, search: ChangesSearch) {
  await setLocalTimezone(scope)
  const { rows } = await sql<{ changes: number; newest: number; timezone: string }>`
    select count(*) as changes, coalesce(max(changeid), 0) as newest, current_setting('timezone') as timezone
      from changes where businessid = ${currentBusiness} and ${matchesSearch(search)}`.execute(scope)
  return rows[0] ?? { changes: 0, newest: 0, timezone: 'UTC' }
}

/** Everybody who has or had a login, by name. */
export async function listPeople(scope: Scope) {
  const { rows } = await sql<{ user_id: string; name: string }>`
    select coalesce(user_id, former_user_id) as user_id, ${personName} as name
      from employee where businessid = ${currentBusiness} and coalesce(user_id, former_user_id) is not null
     order by lastname, firstname, employeeid`.execute(scope)
  return rows
}

export async function findKeptMonths(scope: Scope) {
  const { rows } = await sql<{ kept_months: KeptMonths }>`
    select changes_kept_months as kept_months from business where id = ${currentBusiness}`.execute(scope)
  return rows[0]?.kept_months ?? null
}

export const setKeptMonths = (scope: Scope, kept_months: KeptMonths) =>
  sql`update business set changes_kept_months = ${kept_months}, version = version + 1 where id = ${currentBusiness}`.execute(
    scope,
  )
