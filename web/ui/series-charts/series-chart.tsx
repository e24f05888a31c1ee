import { Box, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ActivePoint } from '../charts/active-point.tsx'
import { ChartDrawing, type Shape } from '../charts/chart-drawing.tsx'
import drawing from '../charts/day-chart.module.css'
import { PointPicker } from '../charts/point-picker.tsx'
import { Readout } from '../charts/readout.tsx'
import classes from './series-chart.module.css'
import { layoutSeries, type SeriesPoint } from './series-layout.ts'

type Props = {
  /** The accessible name. */
  label: string
  /** In order; undefined while they load. */
  points: SeriesPoint[] | undefined
  shape: Shape
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** Values are counts: the axis has whole ticks. */
  whole?: boolean
  /** The last point is not over: the line to it is dashed. */
  isUnfinished?: boolean
  /** Where a point leads, and what is there: 'its sales'. */
  link?: { to: (point: SeriesPoint) => LinkProps | undefined; name: string } | undefined
}

/** A line or bars of one value a point, with the compared values. The values are in the table below, for screen readers too. */
export function SeriesChart({ label, points, shape, format, formatAxis, whole = false, isUnfinished = false, link }: Props) {
  const { ref, width, height } = useElementSize()
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number | null>(null)
  const layout = useMemo(
    () => points && layoutSeries(points, width, height, { whole, isUnfinished }),
    [points, width, height, whole, isUnfinished],
  )
  const active = pointed === null ? undefined : layout?.placed[pointed]
  const formatCompared = ({ compared }: SeriesPoint) => (compared === null ? undefined : `${format(compared)} before`)

  return (
    <>
      {/* Space for two lines while nothing is chosen: the chart does not move under the finger. */}
      <Box
        className="grey small digits"
        hiddenFrom="sm"
        display="flex"
        mih={points?.some(({ compared }) => compared !== null) ? 40 : 20}
        mb={4}
        style={{ flexDirection: 'column', alignItems: 'flex-end' }}
      >
        {active && <Readout name={active.point.name} amount={format(active.value)} link={link?.to(active.point)} />}
        {active && <span>{formatCompared(active.point)}</span>}
      </Box>
      <div className={classes.plot} ref={ref}>
        {!points && <Skeleton className={drawing.waiting} />}
        {layout && (
          <>
            <ChartDrawing layout={layout} shape={shape} formatAxis={formatAxis} />
            {active && (
              <ActivePoint
                layout={layout}
                shape={shape}
                active={active}
                name={active.point.name}
                amount={format(active.value)}
                notes={[formatCompared(active.point), link && `Click for ${link.name}`]}
              />
            )}
            <PointPicker
              label={label}
              layout={layout}
              pointed={pointed}
              onPoint={setPointed}
              valueText={({ point, value }) =>
                [`${point.name}: ${format(value)}`, formatCompared(point)].filter(Boolean).join(', ')
              }
              onOpen={link && (({ point }) => void navigate(link.to(point) ?? {}))}
              description={link && `Press Enter for ${link.name}`}
            />
          </>
        )}
      </div>
    </>
  )
}
