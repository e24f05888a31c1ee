import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ChangeNoun, ChangesSearch, changeFilters, KeptMonths } from './search/changes.ts'
import { dataErrors, EXPORT_RUNNING } from './shared/errors.ts'
import { CsvFile, Id, OptionalId, Text } from './shared/fields.ts'

/** The columns that changed, by their names in the database. The ids of sites, suppliers and plans are replaced by their names. */
const Values = z.record(z.string(), z.unknown()).nullable()

export const Change = z.object({
  changeid: Id,
  at: z.date(),
  /** 'server' is what no signed-in person, no till and no read key did. */
  actor: z.enum(['person', 'till', 'read key', 'server']),
  /** Null for what no person did, and for a person who is not known any more. */
  person: z.string().nullable(),
  /** Of the browser; null where it is not known. */
  client_ip: z.string().nullable(),
  device: z.string().nullable(),
  noun: ChangeNoun,
  /** The id of what was changed. */
  rowid: z.string(),
  /** What was changed, as it was called then. */
  name: z.string(),
  sitename: z.string().nullable(),
  action: z.string(),
  /** Null for what was added. */
  before: Values,
  /** Null for what was deleted. */
  after: Values,
  /** Whether it takes an earlier change back. */
  is_undo: z.boolean(),
  /** 'possible', or 'done' when a later change has taken it back. */
  undo: z.enum(['possible', 'done']).nullable(),
})
export type Change = z.infer<typeof Change>

/** Newest first. `next` is the `before` of the page with older ones; null on the last page. */
export const ChangesPage = z.object({ rows: z.array(Change), next: Id.nullable() })
export type ChangesPage = z.infer<typeof ChangesPage>

const route = oc.errors(dataErrors)
const before = OptionalId

export const changes = {
  list: route
    .route({
      method: 'GET',
      path: '/changes',
      summary: 'A page of the log of changes',
      description:
        'Newest first. The products of a bulk change or an import are left out unless the search is for products: the bulk change or the import is there.',
      tags: ['Changes'],
    })
    .input(z.strictObject({ ...changeFilters, before }))
    .output(ChangesPage),
  history: route
    .route({
      method: 'GET',
      path: '/changes/history',
      summary: 'The changes of one product, employee or other row',
      tags: ['Changes'],
    })
    .input(z.strictObject({ noun: ChangeNoun, rowid: Text.min(1).max(64), before }))
    .output(ChangesPage),
  options: route
    .route({
      method: 'GET',
      path: '/changes/options',
      summary: 'Who can be searched for, and how long the log is kept',
      tags: ['Changes'],
    })
    .output(
      z.object({
        people: z.array(z.object({ user_id: z.string(), name: z.string() })),
        kept_months: KeptMonths,
        is_owner: z.boolean(),
      }),
    ),
  keep: route
    .route({ method: 'PUT', path: '/changes/kept-months', summary: 'Choose how long the log is kept', tags: ['Changes'] })
    .input(z.strictObject({ kept_months: KeptMonths }))
    .output(z.void())
    .errors({ OWNER_ONLY: { status: 403, message: 'Only the owner can change how long activity is kept.' } }),
}

export const changeFiles = {
  export: route
    .route({ method: 'GET', path: '/changes.csv', summary: 'The log of changes as CSV', tags: ['Changes'] })
    .input(ChangesSearch)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
}
