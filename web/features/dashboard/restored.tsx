import { IconDatabaseExclamation } from '@tabler/icons-react'
import type { Restore } from '../../../contract/dashboard.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/money.ts'

type Props = { restored: Restore; timezone: string }

/** After a restore: what the figures lack, and which tills have still to send their sales again. */
export function Restored({ restored: { restored_at, restored_to, tills, waiting }, timezone }: Props) {
  const sent = tills - waiting.length
  return (
    <section className="row" data-notice="warning" aria-label="Restored data">
      <IconDatabaseExclamation size={20} stroke={1.75} aria-hidden="true" />
      <p>
        Restored on {formatDateTimeIn(timezone, restored_at)} to {formatDateTimeIn(timezone, restored_to)}
        {tills > 0 && `; ${sent} of ${pluralize(tills, 'till')} sent sales again`}.{' '}
        {waiting.length > 0 &&
          `Sales may be missing from ${waiting.map(({ name, sitename }) => `${name} (${sitename})`).join(', ')}. `}
        Enter anything from in between again.
      </p>
    </section>
  )
}
