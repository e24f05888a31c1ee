import { Box, Skeleton } from '@mantine/core'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { formatCount, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { describeOutside, formatChange, formatUnits } from './describe-count.ts'

/** What is over and short, by units and by money. */
export function Differences({ summary, document }: { summary: CountSummary | undefined; document: StockDocument }) {
  const seesCosts = useSeesCosts()
  if (!summary) return <Skeleton height={96} radius={12} />
  const { differences } = summary
  if (!differences) return null
  const { lines, over, short, over_cost, short_cost, unknown_costs, uncertain } = differences
  const isUnknown = lines > 0 && unknown_costs === lines
  const cost = (amount: number) => (!seesCosts ? undefined : isUnknown ? NO_VALUE : formatRand(amount))
  const figures = [
    {
      label: 'Short',
      units: formatUnits(Math.abs(short)),
      money: cost(Math.abs(short_cost)),
      tone: short < 0 ? 'red' : undefined,
    },
    { label: 'Over', units: formatUnits(over), money: cost(over_cost), tone: over > 0 ? 'amber' : undefined },
    {
      label: 'Net',
      units: formatChange(addUnits([over, short])),
      money: cost(Math.round((over_cost + short_cost) * 100) / 100),
    },
    {
      label: 'Products with differences',
      units: formatCount(lines),
      money: `of ${formatCount(summary.counted + summary.outside)} counted`,
    },
  ]
  const { outside } = summary
  const notes = [
    outside > 0 &&
      `${pluralize(outside, 'counted product')} ${outside === 1 ? 'is' : 'are'} ${describeOutside(document)}. Approving ${document.state === 'approved' ? 'changed' : 'changes'} ${outside === 1 ? 'its' : 'their'} stock too.`,
    seesCosts && unknown_costs > 0 && `${pluralize(unknown_costs, 'cost')} unknown, left out of the amounts.`,
    uncertain > 0 &&
      `${pluralize(uncertain, 'product')} moved during the count. Count ${uncertain === 1 ? 'it' : 'them'} again if you can.`,
  ].filter(Boolean)
  return (
    <section className="panel stack gap-12 to-edge" aria-label="Differences">
      <dl className="facts">
        {figures.map(({ label, units, money, tone }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="digits">
              <Box component="b" display="block" fz={20} lh="28px" {...(tone && { c: `var(--${tone})` })}>
                {units}
              </Box>
              {money !== undefined && <span className="small grey">{money}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && <p className="small grey">{notes.join(' ')}</p>}
    </section>
  )
}
