import { Box } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { QuietLink } from '../layout/quiet-link.tsx'
import classes from './day-chart.module.css'

type Props = { name: string; amount: string; link: LinkProps | undefined }

/** The value of the chosen point, on a phone. */
export const Readout = ({ name, amount, link }: Props) => (
  <Box component="span" className={`small bold digits nowrap ${classes.readout}`} hiddenFrom="sm">
    {link ? (
      // The press that leads there takes the focus from the chart, and without it the point is no longer chosen.
      <QuietLink {...link} onPointerDown={(event) => event.preventDefault()} onMouseDown={(event) => event.preventDefault()}>
        <span>{name}</span> {amount}
      </QuietLink>
    ) : (
      <>
        <span>{name}</span> {amount}
      </>
    )}
  </Box>
)
