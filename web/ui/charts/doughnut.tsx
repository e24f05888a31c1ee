import { Box, Skeleton, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { formatCount, formatPercent } from '../../lib/format/money.ts'
import { Card, type TitleLink } from '../layout/card.tsx'
import classes from './doughnut.module.css'
import { combineSlices, layoutArcs, type Slice } from './slices.ts'

const SIZE = 176
const RADIUS = 76
const SKELETON_ROWS = 4

const RING = {
  viewBox: `0 0 ${SIZE} ${SIZE}`,
  style: { display: 'block', flex: 'none', width: SIZE, height: SIZE, margin: '4px auto 20px' },
} as const
const CIRCLE = { r: RADIUS, cx: SIZE / 2, cy: SIZE / 2, fill: 'none', strokeWidth: 20 } as const

/** The colour of a line of the legend. */
const getKey = (index: number) => ({ '--key': `var(--c${index + 1})` }) as CSSProperties

type Props = {
  title: string
  titleLink?: TitleLink
  /** Largest first; undefined while it loads. */
  slices: Slice[] | undefined
  /** What is counted: 'sales'. */
  unit: string
  formatAmount: (amount: number) => string
  formatExactAmount: (amount: number) => string
  /** The name of an amount, for the header of the hidden table. */
  amountName: string
  /** Singular and plural, for the hidden table and for 'Other methods'. */
  sliceName: string
  sliceNames: string
  /** Shown without data. */
  empty: string
  dimmed?: boolean
}

/** A ring with the total in its middle, and a legend with counts, shares and amounts. */
export function Doughnut(props: Props) {
  const { title, titleLink, slices, unit, formatAmount, formatExactAmount, amountName, sliceName, sliceNames, empty, dimmed } =
    props
  const total = slices?.reduce((sum, slice) => sum + slice.count, 0) ?? 0
  const drawn = combineSlices(slices ?? [], sliceNames)
  return (
    <Card title={title} link={titleLink} as="figure" dimmed={dimmed}>
      {slices && total === 0 && (
        <Box component="p" className="stack rest grey small" mih={320} ta="center" style={{ placeItems: 'center' }}>
          {empty}
        </Box>
      )}
      {slices && total > 0 && (
        <>
          <svg {...RING} aria-hidden="true">
            <circle {...CIRCLE} stroke="var(--soft)" />
            {layoutArcs(drawn, 2 * Math.PI * RADIUS).map(({ label, length, offset }, index) => (
              <circle
                key={label}
                {...CIRCLE}
                stroke={`var(--c${index + 1})`}
                strokeDasharray={`${length} ${2 * Math.PI * RADIUS - length}`}
                strokeDashoffset={-offset}
                transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
              />
            ))}
            <text
              className="bold digits"
              textAnchor="middle"
              fill="var(--text)"
              fontSize={formatCount(total).length > 8 ? 17 : 24}
              letterSpacing="-0.02em"
              x={SIZE / 2}
              y={92}
            >
              {formatCount(total)}
            </text>
            <text textAnchor="middle" fill="var(--grey)" fontSize={12} x={SIZE / 2} y={111}>
              {unit}
            </text>
          </svg>
          <ul className={classes.legend} aria-hidden="true">
            {drawn.map((slice, index) => (
              <li key={slice.label} style={getKey(index)}>
                <span className="ellipsis">{slice.label}</span>
                <span className="digits nowrap">{formatCount(slice.count)}</span>
                <span className="digits nowrap grey">{formatPercent(slice.count / total)}</span>
                <span className={`digits nowrap ${classes.amount}`} title={formatExactAmount(slice.amount)}>
                  {formatAmount(slice.amount)}
                </span>
              </li>
            ))}
          </ul>
          <VisuallyHidden>
            <table>
              <caption>{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{sliceName}</th>
                  <th scope="col">Count</th>
                  <th scope="col">Share</th>
                  <th scope="col">{amountName}</th>
                </tr>
              </thead>
              <tbody>
                {slices.map((slice) => (
                  <tr key={slice.label}>
                    <th scope="row">{slice.label}</th>
                    <td>{formatCount(slice.count)}</td>
                    <td>{formatPercent(slice.count / total)}</td>
                    <td>{formatExactAmount(slice.amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </VisuallyHidden>
        </>
      )}
      {!slices && (
        <>
          <svg {...RING} aria-hidden="true">
            <circle {...CIRCLE} stroke="var(--soft)" />
          </svg>
          <Box className="stack" py={9} style={{ gap: 18 }}>
            {Array.from({ length: SKELETON_ROWS }, (_, row) => (
              <Skeleton key={row} height={12} />
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}
