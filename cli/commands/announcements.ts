import type { Command } from 'commander'
import { parseId } from '../shared/arguments.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions } from '../shared/output.ts'
import { withOwner } from '../shared/with-owner.ts'

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
