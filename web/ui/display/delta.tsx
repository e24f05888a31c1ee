import { Box, VisuallyHidden } from '@mantine/core'
import { formatPercent, formatPoints, NO_VALUE } from '../../lib/format/money.ts'

type Props = {
  /** 0.123 is 12,3 % more; null where there is nothing to compare with. */
  delta: number | null
  /** It is the difference of two percentages: 0.019 is 1,9 points more. */
  isInPoints?: boolean
  /** More is worse, as for costs. */
  isCost?: boolean
  /** The period that is compared with, if it is not said elsewhere: '24 Sep – 23 Oct'. */
  than?: string
  /** The period is for screen readers only. */
  isShort?: boolean
}

/** '▲ 12,3 %' or '▲ 12,3 % vs 24 Sep – 23 Oct', with a colour, and in words for a screen reader. */
export function Delta({ delta, isInPoints = false, isCost = false, than, isShort = false }: Props) {
  if (delta === null) return NO_VALUE
  const size = (isInPoints ? formatPoints : formatPercent)(Math.abs(delta))
  // What rounds to nothing is neither good nor bad.
  const isSame = !/[1-9]/.test(size)
  const isMore = delta > 0
  const words = isSame ? 'No change' : `${size} ${isMore ? 'more' : 'less'}`
  return (
    <>
      <Box
        component="span"
        className="digits nowrap"
        c={isSame ? 'dimmed' : `var(--${isMore === isCost ? 'red' : 'green'})`}
        aria-hidden
      >
        {!isSame && (isMore ? '▲ ' : '▼ ')}
        {size}
      </Box>
      {than && !isShort && <span aria-hidden>{` vs ${than}`}</span>}
      <VisuallyHidden>{than ? `${words} ${isSame ? 'as' : 'than'} ${than}` : words}</VisuallyHidden>
    </>
  )
}
