import { Box } from '@mantine/core'
import { Fragment } from 'react'
import { formatQuantity } from '../../lib/format/money.ts'
import classes from './number-badge.module.css'

const NBSP = '\u00a0'

type Props = { value: number; colour: 'red' | 'amber' | 'yellow' | 'green' }

/** A number on a coloured background. It may wrap between its thousands. */
export function NumberBadge({ value, colour }: Props) {
  return (
    <Box
      component="span"
      className={`bold digits tiny ${classes.badge}`}
      display="inline-block"
      pos="relative"
      miw={56}
      maw="100%"
      p="2px 10px 2px 20px"
      bdrs={11}
      ta="right"
      bg={`var(--${colour}-bg)`}
      c={`var(--${colour})`}
      style={{ overflowWrap: 'normal', '--dot': `var(--${colour}-dot)` }}
      data-colour={colour}
    >
      {formatQuantity(value)
        .split(NBSP)
        .map((digits, index) => (
          <Fragment key={index}>
            {index > 0 && NBSP}
            {index > 0 && <wbr />}
            {digits}
          </Fragment>
        ))}
    </Box>
  )
}
