import { Box, Skeleton } from '@mantine/core'
import type { SiteActivity } from '../../../contract/sites.ts'
import { formatDateIn, formatDateTimeIn, formatLongDay, formatShortDay, formatTimeIn } from '../../lib/format/dates.ts'
import { formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { RefusedLink } from '../../refused-sales/refused-link.tsx'
import { ClocksAhead } from '../../till-clocks/clocks-ahead.tsx'

/** The answer, and the clock of the business. */
export type Activity = { query: { data: SiteActivity[] | undefined; isError: boolean }; timezone: string; today: string }
type Props = { siteid: number; activity: Activity }

/** Also for a site that was added since the answer. */
const findSite = ({ siteid, activity }: Props) => activity.query.data?.find((site) => site.siteid === siteid)

const Missing = ({ activity: { query } }: Props) =>
  query.data || query.isError ? NO_VALUE : <Skeleton component="span" display="inline-block" height={12} width={72} />

/** '14:05' today, '12 Nov' this year, else with the year. */
function formatMoment({ timezone, today }: Activity, instant: Date) {
  const date = formatDateIn(timezone, instant)
  if (date === today) return formatTimeIn(timezone, instant)
  return date.slice(0, 4) === today.slice(0, 4) ? formatShortDay(date) : formatLongDay(date)
}

export function SoldToday(props: Props) {
  const site = findSite(props)
  return site ? <span className="digits nowrap">{formatRand(site.revenue)}</span> : <Missing {...props} />
}

export function LastSale(props: Props) {
  const site = findSite(props)
  if (!site) return null
  return site.last_sale ? `Last sale ${formatMoment(props.activity, site.last_sale)}` : 'No sales yet'
}

/** Of the employees counted at a site, those that are no people: 'Counted as 1 employee'. */
const TillEmployees = ({ count }: { count: number }) =>
  count > 0 && <span className="second-line">Counted as {pluralize(count, 'employee')}</span>

const DOTS = { online: 'var(--green-dot)', silent: 'var(--red-dot)', idle: 'var(--faint)', unused: 'var(--faint)' }

function describeTills(activity: Activity, { till_state, tills, silent_tills, last_used_at }: SiteActivity) {
  const since = last_used_at ? ` since ${formatMoment(activity, last_used_at)}` : ''
  switch (till_state) {
    case 'none':
      return 'No till'
    case 'unused':
      return 'Nothing sent yet'
    case 'online':
      return 'Online'
    case 'idle':
      return `Idle${since}`
    case 'silent':
      return `${silent_tills < tills ? `${silent_tills} of ${tills} silent` : 'Silent'}${since}`
  }
}

export function Tills(props: Props) {
  const site = findSite(props)
  if (!site) return <Missing {...props} />
  const { till_state, last_used_at } = site
  return (
    <>
      <Box
        component="span"
        className="row"
        display="inline-flex"
        c={till_state === 'silent' ? 'var(--red)' : till_state === 'online' ? undefined : 'dimmed'}
        title={last_used_at ? `Last heard from ${formatDateTimeIn(props.activity.timezone, last_used_at)}` : undefined}
      >
        {till_state !== 'none' && <Box component="span" className="keep-size" w={8} h={8} bdrs="50%" bg={DOTS[till_state]} />}
        {describeTills(props.activity, site)}
      </Box>
      <TillEmployees count={site.till_employees} />
      <ClocksAhead siteid={site.siteid} />
      <RefusedLink siteid={site.siteid} />
    </>
  )
}
