import { Box, Skeleton } from '@mantine/core'
import { IconClockExclamation, IconMapPin, IconPlugConnectedX } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import type { SilentTill } from '../../../contract/dashboard-notices.ts'
import { TOP_SHOWN, TOP_SITE_BAR_MIN_PERCENT } from '../../../contract/shared/constants.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand, formatWholeRand } from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { useClocksAhead } from '../../till-clocks/clocks-ahead.tsx'
import { getBarWidth } from '../../ui/charts/bar-width.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'

const SITE = {
  '--stretched-inset': '-6px',
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '8px 12px',
} as CSSProperties

type Props = {
  sites: Figures['top_sites'] | undefined
  /** A site leads to its sales in this range. */
  search: FiguresSearch
  dimmed: boolean
  silentTills: SilentTill[]
  timezone: string
}

/** Under the sites: the tills that sold daily and have sent nothing for a day, and those whose clock is ahead. */
export function TopSites({ sites, search, dimmed, silentTills, timezone }: Props) {
  const clocks = useClocksAhead()
  const highest = Math.max(0, ...(sites ?? []).map((site) => site.revenue))
  return (
    <Card
      title="Top Sites"
      link={{ to: linkOptions({ to: '/reports', search: { ...search, by: 'site' } }), name: 'Report by site' }}
      dimmed={dimmed}
    >
      {sites?.length === 0 ? (
        <EmptyState icon={IconMapPin}>No site data for this range.</EmptyState>
      ) : (
        <ol className="stack">
          {sites?.map((site) => (
            <li key={site.siteid} className="small" style={SITE}>
              <QuietLink to="/sales" search={{ ...search, sites: [site.siteid] }} stretched>
                <ClampedText>{site.sitename}</ClampedText>
              </QuietLink>
              <span className="digits nowrap" style={{ zIndex: 1 }} title={formatRand(site.revenue)}>
                {formatWholeRand(site.revenue)}
              </span>
              <Box component="span" className="track full-row" h={6} aria-hidden="true">
                <Box component="span" w={`${getBarWidth(site.revenue, highest, TOP_SITE_BAR_MIN_PERCENT)}%`} bg="var(--c1)" />
              </Box>
            </li>
          )) ??
            Array.from({ length: TOP_SHOWN }, (_, row) => (
              <li key={row}>
                <Skeleton height={12} my={4} width="60%" />
                <span />
                <Skeleton height={6} className="full-row" />
              </li>
            ))}
        </ol>
      )}
      <TillNotes label="Clocks of tills" icon={IconClockExclamation}>
        {clocks.map(({ tillid, sitename, text }) => ({ tillid, text: `${sitename}: ${text}. Its sales are rejected.` }))}
      </TillNotes>
      <TillNotes label="Silent tills" icon={IconPlugConnectedX}>
        {silentTills.map(({ tillid, name, sitename, last_used_at }) => ({
          tillid,
          text: `${sitename}: ${name} has sent nothing since ${formatDateTimeIn(timezone, last_used_at)}`,
        }))}
      </TillNotes>
    </Card>
  )
}

type NotesProps = { label: string; icon: typeof IconMapPin; children: { tillid: number; text: string }[] }

const TillNotes = ({ label, icon: Icon, children }: NotesProps) =>
  children.length > 0 && (
    <Box component="ul" className="stack tight line-above small grey" mt={18} pt={12} lh="18px" aria-label={label}>
      {children.map(({ tillid, text }) => (
        <li key={tillid} className="row top break">
          <Icon size={16} stroke={1.75} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </Box>
  )
