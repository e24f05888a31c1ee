import { Box } from '@mantine/core'
import type { Shape } from './chart-drawing.tsx'
import classes from './day-chart.module.css'
import type { Drawable } from './layout.ts'
import type { Place } from './paths.ts'

const TIP_GAP = 14
const TIP_HEIGHT = 54
const NOTE_HEIGHT = 18
/** Width of 'R 9 999 999 999,99'. With less space, the tooltip is left of the point. */
const TIP_WIDTH = 190

type Props = {
  layout: Pick<Drawable, 'width' | 'height' | 'foot' | 'pitch'>
  shape: Shape
  active: Place
  name: string
  amount: string
  notes: (string | undefined)[]
}

/** The marker of the active point and its tooltip. A phone shows the value in the head of the card instead. */
export function ActivePoint({ layout: { width, height, foot, pitch }, shape, active: { x, y }, name, amount, notes }: Props) {
  const band = Math.max(pitch, 2)
  const isLeft = x + TIP_GAP + TIP_WIDTH > width
  const across = isLeft ? `calc(${x - TIP_GAP}px - 100%)` : `${x + TIP_GAP}px`
  const tipHeight = TIP_HEIGHT + NOTE_HEIGHT * notes.filter(Boolean).length
  const down = Math.max(0, Math.min(y - tipHeight / 2, foot - tipHeight))
  return (
    <>
      <svg className={classes.drawing} width={width} height={height} aria-hidden="true">
        {shape === 'bars' ? (
          <rect fill="var(--a5)" opacity={0.14} x={x - band / 2} width={band} y={0} height={foot} />
        ) : (
          <>
            <line stroke="var(--faint)" x1={x} x2={x} y1={y} y2={foot} />
            <circle fill="var(--c1)" stroke="var(--card)" strokeWidth={2} cx={x} cy={y} r={5} />
          </>
        )}
      </svg>
      <div
        className={`tiny grey nowrap ${classes.tip}`}
        style={{ transform: `translate(${across}, ${down}px)` }}
        aria-hidden="true"
      >
        <span>{name}</span>
        <Box component="strong" className="digits" c="var(--text)" fz="md" lh="20px" fw={600}>
          {amount}
        </Box>
        {notes.map((note) => note && <span key={note}>{note}</span>)}
      </div>
    </>
  )
}
