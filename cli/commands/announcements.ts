import type { Command } from 'commander'
import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'
import { isDataError, violates } from '../../db/errors.ts'
import { parseId } from '../shared/arguments.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { checkTime } from '../shared/check-time.ts'
import { formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions } from '../shared/output.ts'
import { withOwner } from '../shared/with-owner.ts'

type Options = OutputOptions & { link?: string; linkTitle?: string; from?: string; until?: string }

const REFUSALS = {
  announcements__message: 'The text has from 1 to 500 characters.',
  announcements__link_title: '--link-title has at most 100 characters.',
  announcements__link_value: '--link is an https:// address, mailto:, tel: or a path of Winkel such as /sales.',
}

/** Shows a message on the dashboard of every business. */
export function addAnnounce(program: Command) {
  addJsonOption(
    program
      .command('announce')
      .summary('show a message on the dashboard of every business')
      .description(
        `Shows a message on the dashboard of every business. Times: 2026-12-05, '2026-12-05 22:00' (${DEFAULT_TIMEZONE}) or 2026-12-05T22:00+02:00. The newest three that are valid are shown.`,
      )
      .argument('<text>', 'the message')
      .option('--link <link>', 'where it leads: https://…, mailto:…, tel:… or a path such as /sales')
      .option('--link-title <text>', 'the text of the link')
      .option('--from <time>', 'when it begins; now without it')
      .option('--until <time>', 'when it ends, a date at its end; never without it'),
  ).action(async (text: string, options: Options) => {
    const { link, linkTitle, from, until } = options
    if (linkTitle && !link) throw new CannotRun('--link-title needs --link.')
    for (const [name, time] of Object.entries({ from, until })) if (time !== undefined) checkTime(`--${name} ${time}`, time)
    const output = createOutput(options)
    const announcement = await withOwner(async ({ client, change }) => {
      const { rows } = await client
        .query(
          `select valid_from, valid_until, valid_until <= greatest(valid_from, now()) as is_over
             from (select coalesce(parse_timestamp($1, $3), now()) as valid_from, parse_timestamp($2, $3) as valid_until) given`,
          [from, until?.length === 10 ? `${until}T24:00` : until, DEFAULT_TIMEZONE],
        )
        .catch((error) => {
          throw isDataError(error) ? new CannotRun('--from or --until is a day or time that does not exist.') : error
        })
      const { is_over, ...valid } = rows[0]
      if (is_over) throw new CannotRun('--until must be later than now and than --from.')
      const inserted = await change(() =>
        client.query(
          `insert into announcements (message, link_value, link_title, valid_from, valid_until) values ($1, $2, $3, $4, $5)
           returning announcementid, message, link_value, link_title, valid_from, valid_until`,
          [text.trim(), link, linkTitle, valid.valid_from, valid.valid_until],
        ),
      ).catch((error) => {
        const refusal = Object.entries(REFUSALS).find(([constraint]) => violates(error, constraint))
        throw refusal ? new CannotRun(refusal[1]) : error
      })
      return inserted.rows[0]
    })
    output.result(announcement, () => `Announcement ${announcement.announcementid} is stored.`)
  })
}

type Announcement = {
  announcementid: number
  message: string
  link_value: string | null
  link_title: string | null
  valid_from: Date
  valid_until: Date | null
  has_begun: boolean
}

/** Lists the announcements that have not ended, and ends one. */
export function addAnnouncements(program: Command) {
  const announcements = addJsonOption(
    program.command('announcements').description('list the announcements that have not ended'),
  ).action(async (options: OutputOptions) => {
    const rows = await withOwner(async ({ client }) => {
      const found = await client.query<Announcement>(
        `select announcementid, message, link_value, link_title, valid_from, valid_until, valid_from <= now() as has_begun
           from announcements where valid_until is null or valid_until > now() order by announcementid`,
      )
      return found.rows
    })
    createOutput(options).result(rows, () =>
      rows.length === 0
        ? 'There are no announcements.'
        : formatTable(rows, [
            { title: 'Number', value: ({ announcementid }) => announcementid, align: 'right' },
            { title: 'From', value: ({ valid_from, has_begun }) => (has_begun ? 'shown' : formatTime(valid_from)) },
            { title: 'Until', value: ({ valid_until }) => (valid_until ? formatTime(valid_until) : 'ended by hand') },
            { title: 'Text', value: ({ message }) => message },
            { title: 'Link', value: ({ link_value }) => link_value ?? '' },
          ]),
    )
  })
  announcements
    .command('end')
    .description('end an announcement')
    .argument('<number>', 'its number in the list', parseId)
    .action(async (announcementid: number) => {
      await withOwner(({ client, change }) =>
        change(async () => {
          const ended = await client.query(
            `update announcements set valid_until = now()
              where announcementid = $1 and (valid_until is null or valid_until > now())`,
            [announcementid],
          )
          if (ended.rowCount === 0) throw new CannotRun(`There is no announcement ${announcementid} that has not ended.`)
        }),
      )
      console.log(`Announcement ${announcementid} has ended.`)
    })
}
