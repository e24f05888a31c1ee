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
          ? 'The business was closed. Only you can sign in. Tills keep what they sell, and send it when it is open again.'
          : 'Everybody else is signed out and cannot sign in. Tills keep what they sell, and send it if you open the business again.'}
      </dd>
      <dt>Until {format(erase_at)}</dt>
      <dd>You can download the data, and open the business again. Everything is then as it was.</dd>
      <dt>{format(erase_at)}</dt>
      <dd>All data is erased: sales, products, pictures, employees and logins. This cannot be undone.</dd>
      <dt>{backups_end_at ? format(backups_end_at) : 'Backups'}</dt>
      <dd>
        {backups_end_at
          ? 'The last backup of the server that has the data is deleted.'
          : 'The people who run this server make the backups. Ask them when they delete them.'}
      </dd>
    </dl>
  )
}
