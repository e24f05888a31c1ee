import type { Command } from 'commander'
import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'
import { startEpoch } from '../../db/epoch.ts'
import { isDataError } from '../../db/errors.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { checkTime } from '../shared/check-time.ts'
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

/** Lists the tills of all businesses, the silent ones first, and makes all of them send again. */
export function addTills(program: Command) {
  const tills = addJsonOption(
    program
      .command('tills')
      .summary('list all tills and for how long they have been silent')
      .description(
        'Lists the tills of all businesses and for how long each has sent nothing. Silent: it sent on at least 5 of its last 7 days and nothing in the last 24 hours.',
      )
      .option('--silent', 'only the silent ones'),
  ).action(async (options: OutputOptions & { silent?: boolean }) => {
    const all = await withOwner(async ({ client }) => (await client.query<Till>(LIST_TILLS)).rows)
    const found = options.silent ? all.filter(({ is_silent }) => is_silent) : all
    createOutput(options).result(found, () =>
      found.length === 0
        ? `There are no ${options.silent ? 'silent ' : ''}tills.`
        : formatTable(found, [
            { title: 'Business', value: ({ business }) => business },
            { title: 'Site', value: ({ sitename }) => sitename },
            { title: 'Till', value: ({ till }) => till },
            { title: 'Last sent', value: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : 'never') },
            { title: 'Ago', value: ({ last_used_at }) => (last_used_at ? formatAge(last_used_at) : '') },
            { title: '', value: ({ is_silent }) => (is_silent ? 'silent' : '') },
          ]),
    )
  })
  tills
    .command('send-again')
    .summary('make all tills send again what they keep, after another kind of restore')
    .description(
      `Makes all tills send again the sales that they keep, and says so on every dashboard. For a database that was restored by other means than the command restore, such as from a copy of its disk. Times: as announce (${DEFAULT_TIMEZONE}).`,
    )
    .argument('<time>', 'up to when the restored database has data')
    .action(async (time: string) => {
      checkTime(time, time)
      await withOwner(async ({ client }) => {
        const { rows } = await client
          .query<{ time: Date; is_past: boolean }>('select time, time < now() as is_past from parse_timestamp($1, $2) as time', [
            ...[time, DEFAULT_TIMEZONE],
          ])
          .catch((error) => {
            throw isDataError(error) ? new CannotRun(`${time} is a day or time that does not exist.`) : error
          })
        if (!rows[0]?.is_past) throw new CannotRun(`${time} is not over yet.`)
        await startEpoch(client, rows[0].time)
      })
      console.log('Each till sends again what it keeps, when it sends its next sale.')
    })
}
