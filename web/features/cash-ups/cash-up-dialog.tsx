import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CashUpDay } from '../../../contract/cash-ups.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { formatWeekday } from '../../lib/format/dates.ts'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { CashUpDetails } from './cash-up-details.tsx'
import { CashUpFormDialog } from './cash-up-form-dialog.tsx'
import { dayQuery } from './cash-up-queries.ts'

type Props = {
  siteid: number
  day: string
  /** To choose from; nothing to choose with fewer than two. */
  sites: SiteOption[]
  onSite: (siteid: number) => void
  onClose: () => void
}

/** A day of a site: what was counted, or the form to count it. */
export function CashUpDialog({ siteid, day, sites, onSite, onClose }: Props) {
  const query = useQuery(dayQuery({ siteid, day }))
  if (!query.data)
    return (
      <LoadingDialog
        title="Cash up"
        subtitle={formatWeekday(day)}
        query={query}
        failure="Failed to load this day"
        fields={3}
        onClose={onClose}
      />
    )
  return <LoadedDay day={query.data} sites={sites} onSite={onSite} onClose={onClose} />
}

type LoadedProps = Pick<Props, 'sites' | 'onSite' | 'onClose'> & { day: CashUpDay }

function LoadedDay({ day, ...props }: LoadedProps) {
  // A day that somebody else cashes up while this form is open keeps its form.
  const [isCounting, setIsCounting] = useState(day.entries.length === 0)
  const [newest] = day.entries
  if (isCounting || !newest) return <CashUpFormDialog day={day} {...props} />
  return <CashUpDetails day={day} newest={newest} {...props} onCorrect={() => setIsCounting(true)} />
}
