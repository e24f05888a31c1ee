import type { Closing } from '../../../contract/closing.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import classes from './settings.module.css'

/** What a closing does, and when. */
export function ClosingSteps({ closing: { closed_at, erase_at, backups_end_at } }: { closing: Closing }) {
  const timezone = useTimezone()
  const format = (date: Date) => <time dateTime={date.toISOString()}>{formatLongDay(formatDateIn(timezone, date))}</time>
  return (
    <dl className={classes.steps}>
      <dt>{closed_at ? format(closed_at) : 'At once'}</dt>
      <dd>
        {closed_at
          ? 'The business is closed. Only you can sign in. Tills keep their sales and send them when you reopen.'
          : 'Everyone else is signed out. Tills keep their sales and send them if you reopen.'}
      </dd>
      <dt>Until {format(erase_at)}</dt>
      <dd>You can download the data or reopen the business with everything in it.</dd>
      <dt>{format(erase_at)}</dt>
      <dd>All data is erased: sales, products, pictures, employees and logins. This cannot be undone.</dd>
      <dt>{backups_end_at ? format(backups_end_at) : 'Backups'}</dt>
      <dd>
        {backups_end_at
          ? 'The last server backup with your data is deleted.'
          : 'Ask the people who run this server when backups are deleted.'}
      </dd>
    </dl>
  )
}
