import { Box, Skeleton } from '@mantine/core'
import { formatCount, formatPercent, formatRand, formatWholeRand } from '../../lib/format/money.ts'
import { Card, type TitleLink } from '../layout/card.tsx'
import { ChartTable } from './chart-table.tsx'
import { Legend } from './legend.tsx'
import { combineSlices, drawSlices, RING, type Slice } from './shapes.ts'

const SIZE = 176
const SKELETON_ROWS = 4

const DRAWING = {
  viewBox: `${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`,
  style: { display: 'block', flex: 'none', width: SIZE, height: SIZE, margin: '4px auto 20px' },
} as const

const getColor = (index: number) => `var(--c${index + 1})`

type Props = {
  title: string
  titleLink?: TitleLink
  /** Largest first; undefined while it loads. */
  slices: Slice[] | undefined
  /** A slice: 'Payment method'. Several, in 'Other methods'. What is counted: 'sales'. What the amounts are: 'Revenue'. */
  names: { slice: string; slices: string; counted: string; amount: string }
  /** The number in the middle, where the slices have more: one thing may be in several. The sum of the counts, if it is missing. */
  total?: number | undefined
  /** What the numbers do not say by themselves. */
  note?: string | undefined
  /** Shown without data. */
  empty: string
  dimmed?: boolean
}

/** A ring with the total in its middle, and a legend with counts, shares and amounts. */
export function Doughnut({ title, titleLink, slices, names, total, note, empty, dimmed }: Props) {
  const counted = slices?.reduce((sum, slice) => sum + slice.count, 0) ?? 0
  const middle = total ?? counted
  const shown = combineSlices(slices ?? [], names.slices)
  return (
    <Card title={title} link={titleLink} as="figure" dimmed={dimmed}>
      {slices && counted === 0 && (
        <Box component="p" className="stack rest grey small" mih={320} ta="center" style={{ placeItems: 'center' }}>
          {empty}
        </Box>
      )}
      {slices && counted > 0 && (
        <>
          <svg {...DRAWING} aria-hidden="true">
            <path fill="var(--soft)" d={RING} />
            {drawSlices(shown).map(({ label, path }, index) => (
              <path key={label} fill={getColor(index)} d={path} />
            ))}
            <text
              className="bold digits"
              textAnchor="middle"
              fill="var(--text)"
              fontSize={formatCount(middle).length > 8 ? 18 : 24}
              letterSpacing="-0.02em"
              y={4}
            >
              {formatCount(middle)}
            </text>
            <text textAnchor="middle" fill="var(--grey)" fontSize={12} y={23}>
              {names.counted}
            </text>
          </svg>
          <Legend
            isTable
            isHidden
            entries={shown.map(({ label, count, amount }, index) => ({
              ...{ key: label, mark: 'slice', color: getColor(index) },
              children: (
                <>
                  <span className="ellipsis">{label}</span>
                  <span className="digits">{formatCount(count)}</span>
                  <span className="digits grey">{formatPercent(count / counted)}</span>
                  <span className="digits" title={formatRand(amount)}>
                    {formatWholeRand(amount)}
                  </span>
                </>
              ),
            }))}
          />
          {note && (
            <Box component="p" className="grey small" mt={8}>
              {note}
            </Box>
          )}
          <ChartTable
            caption={title}
            columns={[names.slice, 'Count', 'Share', names.amount]}
            rows={slices.map(({ label, count, amount }) => [
              ...[label, formatCount(count), formatPercent(count / counted), formatRand(amount)],
            ])}
          />
        </>
      )}
      {!slices && (
        <>
          <svg {...DRAWING} aria-hidden="true">
            <path fill="var(--soft)" d={RING} />
          </svg>
          <Box className="stack" py={9} style={{ gap: 16 }}>
            {Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <Skeleton key={row} height={12} />
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}
