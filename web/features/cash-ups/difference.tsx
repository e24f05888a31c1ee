import { Box } from '@mantine/core'
import { describeDifference } from './describe-difference.ts'

/** The name of a colour token. */
export const getColour = (difference: number) => (difference === 0 ? 'green' : difference < 0 ? 'red' : 'amber')

/** The difference in words, with a colour. */
export const Difference = ({ difference }: { difference: number }) => (
  <Box component="span" className="medium digits nowrap" c={`var(--${getColour(difference)})`}>
    {describeDifference(difference)}
  </Box>
)
