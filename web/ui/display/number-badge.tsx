import { Box } from '@mantine/core'
import { Fragment } from 'react'
import { formatQuantity } from '../../lib/format/money.ts'

const NBSP = '\u00a0'

type Props = { value: number; colour: 'red' | 'amber' | 'yellow' | 'green' }

/** A number on a coloured background. It may wrap between its thousands. */
export function NumberBadge({ value, colour }: Props) {
  return (
    <Box
      component="span"
      className="bold digits tiny"
      display="inline-block"
      pos="relative"
      miw={56}
      maw="100%"
      p="2px 10px 2px 20px"
      bdrs="xl"
      ta="right"
      bg={`var(--${colour}-bg)`}
      c={`var(--${colour})`}
      style={{ overflowWrap: 'normal' }}
      data-colour={colour}
    >
      <Box component="span" pos="absolute" top={8} left={8} w={6} h={6} bdrs="50%" bg={`var(--${colour}-dot)`} />
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
