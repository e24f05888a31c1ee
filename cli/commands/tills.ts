import type { Command } from 'commander'
import { formatAge, formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions } from '../shared/output.ts'
import { withOwner } from '../shared/with-owner.ts'

type Till = {
  businessid: string
  business: string
  sitename: string
  tillid: number
  till: string
  last_used_at: Date | null
  is_silent: boolean
}

const LIST_TILLS = `
  select businessid, business.name as business, sitename, tillid, till_keys.name as till, last_used_at,
         coalesce(is_silent_till(used_days, last_used_at), false) as is_silent
    from till_keys
    join business on business.id = till_keys.businessid
    join site using (businessid, siteid)
   where revoked_at is null
   order by is_silent desc, last_used_at nulls last, tillid`

/** Lists the tills of all businesses, the silent ones first. */
export function addTills(program: Command) {
  addJsonOption(
    program
      .command('tills')
      .summary('list all tills and for how long they have been silent')
      .description(
        'Lists the tills of all businesses and for how long each has sent nothing. Silent: it sent on at least 5 of its last 7 days and nothing in the last 24 hours.',
      )
      .option('--silent', 'only the silent ones'),
  ).action(async (options: OutputOptions & { silent?: boolean }) => {
    const all = await withOwner(async ({ client }) => (await client.query<Till>(LIST_TILLS)).rows)
    const tills = options.silent ? all.filter(({ is_silent }) => is_silent) : all
    createOutput(options).result(tills, () =>
      tills.length === 0
        ? `There are no ${options.silent ? 'silent ' : ''}tills.`
        : formatTable(tills, [
            { title: 'Business', value: ({ business }) => business },
            { title: 'Site', value: ({ sitename }) => sitename },
            { title: 'Till', value: ({ till }) => till },
            { title: 'Last sent', value: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : 'never') },
            { title: 'Ago', value: ({ last_used_at }) => (last_used_at ? formatAge(last_used_at) : '') },
            { title: '', value: ({ is_silent }) => (is_silent ? 'silent' : '') },
          ]),
    )
  })
}
