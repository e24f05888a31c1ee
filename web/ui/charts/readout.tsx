import { Box } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { SyntheticEvent } from 'react'
import { QuietLink } from '../layout/quiet-link.tsx'
import type { Layout, Place } from './layout.ts'

/** What a person reads for a point. */
export type Description = {
  name: string
  amount: string
  /** Further lines: the total, the earlier value. */
  notes: (string | undefined)[]
  /** The name on a phone, where the notes have no space beside it. */
  short?: string
}

/** For screen readers: 'Mon, 2 Nov 2026: R 12,00, R 9,00 before'. */
export const describeInLine = ({ name, amount, notes }: Description) =>
  [`${name}: ${amount}`, ...notes].filter(Boolean).join(', ')

// The press that leads there takes the focus from the chart, and without it the point is no longer chosen.
const KEEP_FOCUS = {
  onPointerDown: (event: SyntheticEvent) => event.preventDefault(),
  onMouseDown: (event: SyntheticEvent) => event.preventDefault(),
}

/** The value of the chosen point, outside the chart. */
export function Readout({ name, amount, notes, short, link }: Description & { link?: LinkProps | undefined }) {
  const text = (
    <>
      <span className="grey">{short ?? name}</span> <span className="bold">{amount}</span>
    </>
  )
  return (
    <div className="small digits">
      {link ? (
        <QuietLink {...link} {...KEEP_FOCUS}>
          {text}
        </QuietLink>
      ) : (
        text
      )}
      {!short && notes.map((note) => note && <div key={note}>{note}</div>)}
    </div>
  )
}

const TIP_GAP = 14
const TIP_HEIGHT = 54
const NOTE_HEIGHT = 18
/** Width of 'R 9 999 999 999,99'. With less space, the tooltip is left of the point. */
const TIP_WIDTH = 190

const TIP = { display: 'grid', zIndex: 1, pointerEvents: 'none', boxShadow: 'var(--float)' } as const

type TipProps = Description & { layout: Pick<Layout<unknown>, 'width' | 'bottom'>; place: Place }

/** The same beside the point. A phone has the readout instead. */
export function Tip({ layout: { width, bottom }, place: { x, y }, name, amount, notes }: TipProps) {
  const shown = notes.filter((note) => note !== undefined)
  const across = x + TIP_GAP + TIP_WIDTH > width ? `calc(${x - TIP_GAP}px - 100%)` : `${x + TIP_GAP}px`
  const height = TIP_HEIGHT + NOTE_HEIGHT * shown.length
  const down = Math.max(0, Math.min(y - height / 2, bottom - height))
  return (
    <Box
      className="tiny grey nowrap screen-only"
      pos="absolute"
      top={0}
      left={0}
      p="7px 12px"
      bd="1px solid var(--tip-line)"
      bdrs="md"
      bg="var(--tip)"
      visibleFrom="sm"
      style={{ ...TIP, transform: `translate(${across}, ${down}px)` }}
      aria-hidden="true"
    >
      <span>{name}</span>
      <Box component="strong" className="digits" c="var(--text)" fz="md" lh="20px" fw={600}>
        {amount}
      </Box>
      {shown.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </Box>
  )
}
