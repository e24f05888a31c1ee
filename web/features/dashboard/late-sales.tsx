import { CloseButton } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LateSales as Late } from '../../../contract/dashboard-notices.ts'
import { api, client, queryClient, refetchPolicy } from '../../lib/api/api.ts'
import { countDays, formatDateIn, formatLongWeekday, formatShortDay, formatTimeIn } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/money.ts'

type Props = { timezone: string; today: string }

const REFRESH_MS = 60_000

/** The sales of closed days that arrived since the person last looked, until they are put away. */
export function LateSales({ timezone, today }: Props) {
  const query = api.dashboard.lateSales.queryOptions({ refetchInterval: refetchPolicy({ everyMs: REFRESH_MS }) })
  const { data } = useQuery(query)
  const { mutate, isPending } = useMutation({
    mutationFn: (seen: Late) => client.dashboard.markSeen({ as_at: seen.as_at }),
    onSuccess: (_, seen) => queryClient.setQueryData(query.queryKey, { ...seen, since: seen.as_at, days: [] }),
    onError: (error) => console.error(error),
  })
  // With nothing new, the person has seen all there is. Once a day, by the clock of the server, which may differ from that of the browser.
  const isSeen =
    data !== undefined &&
    data.days.length === 0 &&
    (data.since === null || formatDateIn(timezone, data.since) !== formatDateIn(timezone, data.as_at))
  // Once for each answer: after a failure the next answer leads to the next attempt.
  const remembered = useRef<number>(undefined)
  useEffect(() => {
    if (!isSeen || remembered.current === data.as_at.getTime()) return
    remembered.current = data.as_at.getTime()
    mutate(data)
  }, [isSeen, mutate, data])

  const newest = data?.days[0]
  const oldest = data?.days.at(-1)
  if (!data?.since || !newest || !oldest) return null
  const orders = data.days.reduce((sum, day) => sum + day.orders, 0)
  const days =
    data.days.length === 1
      ? formatShortDay(newest.day)
      : `${data.days.length} days (${formatShortDay(oldest.day)} – ${formatShortDay(newest.day)})`
  return (
    <section className="row" data-notice="warning" aria-label="Changed since you looked">
      <IconClockExclamation size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {pluralize(orders, 'sale')} for {days} arrived since {formatSince(data.since, timezone, today)}.{' '}
        <Link to="/sales" search={{ from: oldest.day, to: newest.day, received_after: data.since.toISOString() }}>
          {orders === 1 ? 'Show it' : 'Show them'}
        </Link>
      </p>
      <CloseButton
        aria-label="Dismiss late sales"
        size="sm"
        iconSize={16}
        c="inherit"
        onClick={() => isPending || mutate(data)}
      />
    </section>
  )
}

/** '09:14' for today, 'Monday' in the last days, else '14 Nov'. */
function formatSince(since: Date, timezone: string, today: string) {
  const day = formatDateIn(timezone, since)
  const days = countDays(day, today)
  if (days <= 0) return formatTimeIn(timezone, since)
  return days < 7 ? formatLongWeekday(day) : formatShortDay(day)
}
