import { Box } from '@mantine/core'
import { IconAlertTriangle, IconPackageExport, IconPackageImport, IconScale } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Shrinkage } from '../../../contract/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { formatQuantity, formatRand, formatWholePercent, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { KpiCard, KpiIcon } from '../../ui/layout/kpi-card.tsx'
import { formatCost } from './known-costs.tsx'
import {
  describeReason,
  findLargestReason,
  getDifference,
  getFoundCost,
  getLostCost,
  getUnitDifference,
} from './shrinkage-rows.ts'
import classes from './stock-reports.module.css'

/** Longer reasons are cut off, so that a figure keeps its size. */
const SHORT = 22

const formatUnits = (units: number) => `${formatQuantity(units)} ${units === 1 ? 'unit' : 'units'}`

type Props = { query: Pick<UseQueryResult<Shrinkage, Error>, 'data' | 'isError' | 'isPlaceholderData'> }

/** What was lost and found in all, and for which reason most. */
export function ShrinkageTiles({ query: { data, isError, isPlaceholderData: dimmed } }: Props) {
  const seesCosts = useSeesCosts()
  if (!seesCosts) return <UnitTiles data={data} missing={isError ? NO_VALUE : undefined} dimmed={dimmed} />
  const total = data?.total
  const missing = isError ? NO_VALUE : undefined
  const difference = total ? getDifference(total) : 0
  const largest = data && findLargestReason(data)
  const reason = largest && describeLargest(largest)
  return (
    <Box className={`tiles ${classes.tiles}`} mb="var(--gap)">
      <KpiCard
        label="Lost at purchase price"
        figure={total ? formatCost(getLostCost(total)) : missing}
        note={total ? formatUnits(total.lost) : ''}
        picture={<KpiIcon icon={IconPackageExport} />}
        dimmed={dimmed}
      />
      <KpiCard
        label="Found"
        figure={total ? formatCost(getFoundCost(total)) : missing}
        note={total ? formatUnits(total.found) : ''}
        picture={<KpiIcon icon={IconPackageImport} />}
        dimmed={dimmed}
      />
      <Box display="contents" c={difference !== null && difference < 0 ? 'var(--red)' : undefined}>
        <KpiCard
          label="Difference"
          figure={total ? formatCost(difference) : missing}
          note={
            total && total.unknown_costs > 0 ? `${pluralize(total.unknown_costs, 'line')} without a price` : 'Found less lost'
          }
          picture={<KpiIcon icon={IconScale} />}
          dimmed={dimmed}
        />
      </Box>
      <KpiCard
        label="Largest reason"
        figure={data ? (reason?.figure ?? NO_VALUE) : missing}
        {...(reason?.exact && { exact: reason.exact })}
        note={largest ? `${formatRand(largest.cost)}, ${formatWholePercent(largest.share)} of the loss` : ''}
        picture={<KpiIcon icon={IconAlertTriangle} />}
        dimmed={dimmed}
      />
    </Box>
  )
}

type UnitProps = { data: Shrinkage | undefined; missing: string | undefined; dimmed: boolean }

const UNIT_TILES = [
  { label: 'Lost', field: 'lost', icon: IconPackageExport },
  { label: 'Found', field: 'found', icon: IconPackageImport },
] as const

/** For a person who does not see costs. */
function UnitTiles({ data, missing, dimmed }: UnitProps) {
  const total = data?.total
  const difference = total ? getUnitDifference(total) : 0
  return (
    <Box className={`tiles ${classes.tiles}`} mb="var(--gap)">
      {UNIT_TILES.map(({ label, field, icon }) => (
        <KpiCard
          key={field}
          label={label}
          figure={total ? formatUnits(total[field]) : missing}
          note=""
          picture={<KpiIcon icon={icon} />}
          dimmed={dimmed}
        />
      ))}
      <Box display="contents" c={difference < 0 ? 'var(--red)' : undefined}>
        <KpiCard
          label="Difference"
          figure={total ? formatUnits(difference) : missing}
          note="Found less lost"
          picture={<KpiIcon icon={IconScale} />}
          dimmed={dimmed}
        />
      </Box>
    </Box>
  )
}

function describeLargest(largest: Pick<Shrinkage['rows'][number], 'kind' | 'reason'>) {
  const name = largest.kind === 'transfer' && largest.reason ? largest.reason : describeReason(largest)
  const exact = describeReason(largest)
  const figure = name.length > SHORT ? `${name.slice(0, SHORT - 1).trimEnd()}…` : name
  return { figure, exact: figure === exact ? undefined : exact }
}
