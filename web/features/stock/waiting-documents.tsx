import { Box, Skeleton } from '@mantine/core'
import { IconClipboardList, IconPencil, IconTruckDelivery, IconTruckLoading } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentRow, Waiting } from '../../../contract/stock-documents.ts'
import { useIsOwnSite, useMay } from '../../auth/rights.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatCount, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { describeRoute, formatUnits, isOnItsWay } from './describe-document.ts'
import { DocumentLink } from './document-columns.tsx'
import { DocumentState } from './document-state.tsx'
import type { Search } from './stock-queries.ts'

/** The documents that are shown before those behind 'Show all'. */
const SHOWN = 5

const TILES = [
  { label: 'Orders to receive', count: 'orders', icon: IconTruckDelivery, search: { kind: 'order', status: 'waiting' } },
  { label: 'In transit', count: 'transfers', icon: IconTruckLoading, search: { kind: 'transfer', status: 'waiting' } },
  { label: 'Counts in progress', count: 'counts', icon: IconClipboardList, search: { kind: 'count', status: 'waiting' } },
  { label: 'Drafts', count: 'drafts', icon: IconPencil, search: { status: 'draft' } },
] as const satisfies { label: string; count: keyof Waiting['counts']; icon: unknown; search: Partial<Search> }[]

const TILE = { minHeight: 56, padding: '8px 16px', color: 'var(--grey)', textDecoration: 'none' }

type Props = { waiting: UseQueryResult<Waiting, Error>; today: string }

/** What waits for somebody: how much of each kind, and the next documents with the one thing to do. */
export function WaitingDocuments({ waiting, today }: Props) {
  if (waiting.isError && !waiting.data) return <LoadFailure query={waiting} failure="Could not load open orders" asCard />
  const { rows = [], counts } = waiting.data ?? {}
  const all = counts && counts.drafts + counts.orders + counts.transfers + counts.counts
  return (
    <Box className="stack" mb="var(--gap)">
      {/* A phone has the rows first: the filters of the list lead to the same documents. */}
      <Box className="tiles" visibleFrom="sm">
        {TILES.map(({ label, count, icon: Icon, search }) => (
          <Link key={count} to="/stock" search={search} hash="documents" className="panel row gap-12 opens small" style={TILE}>
            <Icon className="mantine-visible-from-sm" size={20} stroke={1.75} aria-hidden />
            <span className="rest">{label}</span>
            <Box component="b" className="digits" c="var(--text)" fz="xl">
              {counts ? formatCount(counts[count]) : <Skeleton width={10} height={20} />}
            </Box>
          </Link>
        ))}
      </Box>
      {rows.length > 0 && (
        <Card
          title="To do"
          flush
          aside={
            (all ?? 0) > SHOWN && (
              <Link to="/stock" search={{ status: 'open' }} hash="documents">
                Show all {formatCount(all ?? 0)}
              </Link>
            )
          }
        >
          <ul className="ruled line-above">
            {rows.slice(0, SHOWN).map((row) => (
              <WaitingRow key={row.documentid} row={row} today={today} />
            ))}
          </ul>
        </Card>
      )}
    </Box>
  )
}

const WaitingRow = ({ row, today }: { row: DocumentRow; today: string }) => (
  <li className="row gap-12 to-edge">
    <div className="rest">
      <span className="row wrap gap-8">
        <DocumentLink row={row} />
        <DocumentState row={row} today={today} />
      </span>
      <span className="second-line">
        {[describeRoute(row), describeAmount(row), row.expected_on && `Expected ${formatLongDay(row.expected_on)}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
    <NextAction row={row} />
  </li>
)

function describeAmount(row: DocumentRow) {
  if (row.kind === 'count') return row.lines > 0 ? pluralize(row.lines, 'product') : NO_VALUE
  return isOnItsWay(row) ? `${formatUnits(row.outstanding)} to come` : formatUnits(row.units)
}

/** The one thing to do next. */
function NextAction({ row }: { row: DocumentRow }) {
  const mayChange = useMay()('stock.finish')
  const isOwnSite = useIsOwnSite()
  const name = getDocumentName(row)
  const button = { size: 'xs', variant: 'default', className: 'keep-size' } as const
  if (row.kind === 'order' && isOnItsWay(row) && mayChange)
    return (
      <LinkButton
        {...button}
        to="/stock/new"
        search={{ kind: 'delivery', siteid: row.siteid, order: row.documentid }}
        aria-label={`Receive ${name}`}
      >
        Receive
      </LinkButton>
    )
  const canReceive = row.kind === 'transfer' && isOnItsWay(row) && mayChange && isOwnSite(row.to_siteid)
  const action = canReceive ? 'Receive' : mayChange && !isOnItsWay(row) ? 'Continue' : 'Open'
  return (
    <LinkButton
      {...button}
      to="/stock/$documentid"
      params={{ documentid: String(row.documentid) }}
      search={canReceive ? { receive: true } : {}}
      aria-label={`${action} ${name}`}
    >
      {action}
    </LinkButton>
  )
}
