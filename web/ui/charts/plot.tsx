import { Box, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { Drawing, type Shape } from './drawing.tsx'
import { type Layout, layoutPlot, type PlacedPoint, type PlotPoint } from './layout.ts'
import classes from './plot.module.css'
import { PointPicker } from './point-picker.tsx'
import { type Description, describeInLine, Readout, Tip } from './readout.tsx'

/** How values are drawn. */
export type PlotStyle = {
  shape: Shape
  formatAxis: (value: number) => string
  /** Values are counts: the axis has whole ticks. */
  whole?: boolean
  /** Shown in place of the values if there are none. */
  empty?: ReactNode
}

type Props<Point extends PlotPoint> = PlotStyle & {
  /** The accessible name. */
  label: string
  /** In order; undefined while they load. Another list is drawn again. */
  points: Point[] | undefined
  describe: (point: PlacedPoint<Point>) => Description
  /** The last point is not over: the line to it is dashed. */
  isUnfinished: boolean
  /** Where a point leads, and what is there: 'its sales'. */
  link?: { to: (point: Point) => LinkProps | undefined; name: string } | undefined
  /** Below other figures in the same card. */
  isLow?: boolean
}

/** A line or bars of one value a point, with the compared values. Points are read by mouse, finger and arrow keys. */
export function Plot<Point extends PlotPoint>(props: Props<Point>) {
  const { label, points, shape, formatAxis, whole = false, empty, describe, isUnfinished, link, isLow } = props
  const { ref, width, height } = useElementSize()
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number | null>(null)
  const layout = useMemo(() => points && layoutPlot(points, width, height, whole), [points, width, height, whole])
  // The points may be fewer than when one was chosen.
  const active = pointed === null || empty ? undefined : layout?.placed[pointed]
  const shown = active && describe(active)

  return (
    <div className={classes.plot} data-low={isLow || undefined} ref={ref}>
      {!points && <Skeleton className={classes.waiting} pos="absolute" inset={0} height="auto" />}
      {layout && <Drawing layout={layout} shape={empty ? null : shape} formatAxis={formatAxis} isUnfinished={isUnfinished} />}
      {layout && active && shown && (
        <>
          <Marker layout={layout} shape={shape} active={active} />
          <Tip layout={layout} place={active} {...shown} notes={[...shown.notes, link && `Click for ${link.name}`]} />
          {/* Above the values. A second line is in the margin of the plot. */}
          <Box pos="absolute" right={0} bottom="calc(100% - 16px)" ta="right" hiddenFrom="sm" style={{ zIndex: 1 }}>
            <Readout {...shown} link={link?.to(active.point)} />
          </Box>
        </>
      )}
      {layout && !empty && (
        <PointPicker
          label={label}
          places={layout.placed}
          pointed={pointed}
          onPoint={setPointed}
          valueText={(place) => describeInLine(describe(place))}
          onOpen={link && (({ point }) => void navigate(link.to(point) ?? {}))}
          description={link && `Press Enter for ${link.name}`}
        />
      )}
      {layout && empty && (
        <Box className="stack grey small" pos="absolute" inset={0} style={{ placeItems: 'center' }}>
          {empty}
        </Box>
      )}
    </div>
  )
}

type MarkerProps = { layout: Layout<unknown>; shape: Shape; active: PlacedPoint<unknown> }

/** The chosen point: a dot on the line, or a band behind the bar. */
function Marker({ layout: { width, height, bottom, pitch }, shape, active: { x, y } }: MarkerProps) {
  const band = Math.max(pitch, 2)
  return (
    <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
      {shape === 'bars' ? (
        <rect fill="var(--a5)" opacity={0.14} x={x - band / 2} width={band} y={0} height={bottom} />
      ) : (
        <>
          <line stroke="var(--faint)" x1={x} x2={x} y1={y} y2={bottom} />
          <circle fill="var(--c1)" stroke="var(--card)" strokeWidth={2} cx={x} cy={y} r={5} />
        </>
      )}
    </svg>
  )
}
