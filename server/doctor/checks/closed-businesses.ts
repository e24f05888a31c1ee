import { createQuery } from '../../../db/roll-ups/roll-ups.ts'
import { type Check, count, ok, problem, warning } from '../check.ts'

type Row = { businesses: number; first: string | null; folders: number; folder: string | null; closed: number }

const READ = `
  select (select count(*)::int from business where erase_at < now() - interval '1 day') as businesses,
         (select id from business where erase_at < now() - interval '1 day' order by erase_at limit 1) as first,
         (select count(*)::int from file_removals where queued_at < now() - interval '1 day') as folders,
         (select folder from file_removals order by queued_at limit 1) as folder,
         (select count(*)::int from business where erase_at is not null) as closed`

/** A closed business is erased on its day, and its files soon after. */
export const closedBusinesses: Check = {
  name: 'closed businesses',
  async run({ client }) {
    const [row] = await createQuery(client)<Row>(READ)
    if (!row) throw new Error('a select without a table has one row')
    const found = [
      row.businesses > 0 &&
        problem(
          `${count(row.businesses, 'closed business')} should have been erased, the first is ${row.first}.`,
          'Start a server, or run `business erase ID`. The log has `erasure_failed` with the reason.',
        ),
      row.folders > 0 &&
        warning(
          `${count(row.folders, 'folder')} of what was erased could not be deleted, the first is ${row.folder}.`,
          'Start a server that reaches the store of pictures. The log has `files_not_removed` with the reason.',
        ),
    ].filter((outcome) => outcome !== false)
    return found.length > 0 ? found : ok(`${row.closed} closed.`)
  },
}
