import type { StoppedWork } from '../../shared/background-work.ts'
import { type Check, type Outcome, ok, warning } from '../check.ts'

type Row = StoppedWork & { name: string; file_name: string | null; stored_sales: number | null; new_sales: number | null }

/** Exports and imports that stopped, and that no server goes on with. */
export const backgroundWork: Check = {
  name: 'background work',
  async run({ client }) {
    const { rows } = await client.query<Row>(
      `select w.*, b.name, i.file_name, i.stored_sales, i.new_sales
         from list_stopped_work() w
         join business b on b.id = w.businessid
         left join sales_imports i on i.businessid = w.businessid and i.importid = w.importid
        where not can_restart order by b.name, w.importid`,
    )
    return rows.length > 0 ? rows.map(describe) : ok('No export or import was left unfinished.')
  },
}

function describe({ kind, name, file_name, stored_sales, new_sales }: Row): Outcome {
  if (kind === 'export')
    return warning(
      `The file of all data of the business '${name}' was not made: its servers ended, or its owner may no longer sign in.`,
      'Search the log for stopped_work_found. The owner can make the file again on the account page.',
    )
  return warning(
    `The ${kind === 'undoing' ? 'undoing of the import' : 'import'} of '${file_name}' into the business '${name}' stopped, with ${stored_sales} of ${new_sales} sales stored.`,
    'Search the log for import_failed and take_over_failed. The business goes on with it, or undoes it, in the list of imports of the sales screen.',
  )
}
