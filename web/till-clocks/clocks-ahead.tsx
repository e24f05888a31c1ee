import { useQuery } from '@tanstack/react-query'
import { useMay } from '../auth/rights.ts'
import { api, refetchPolicy } from '../lib/api/api.ts'
import { formatSpan } from './format-span.ts'

const REFRESH_MS = 60_000

/** The tills of the business, a site or a key whose clock is ahead, each with what is shown of it. */
export function useClocksAhead({ siteid, tillid }: { siteid?: number; tillid?: number | undefined } = {}) {
  const may = useMay()
  const { data = [] } = useQuery(
    api.tills.clocksAhead.queryOptions({
      enabled: may('tills.clocksAhead'),
      refetchInterval: refetchPolicy({ everyMs: REFRESH_MS }),
      meta: { changesWith: 'sales' },
    }),
  )
  return data
    .filter((clock) => (siteid ?? clock.siteid) === clock.siteid && (tillid ?? clock.tillid) === clock.tillid)
    .map((clock) => ({ ...clock, text: `${clock.name}'s clock is ${formatSpan(clock.seconds)} ahead` }))
}

/** 'Till 1's clock is 73 years ahead', for a site or a till. */
export const ClocksAhead = (of: { siteid: number; tillid?: number }) =>
  useClocksAhead(of).map(({ tillid, text }) => (
    <span key={tillid} className="second-line" style={{ color: 'var(--red)' }}>
      {text}
    </span>
  ))
