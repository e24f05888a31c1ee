import { describeDifference } from './describe-difference.ts'
import classes from './difference.module.css'

const getTone = (difference: number) => (difference === 0 ? 'agrees' : difference < 0 ? 'short' : 'over')

/** The difference in words, with a colour. */
export const Difference = ({ difference }: { difference: number }) => (
  <span className={classes.difference} data-tone={getTone(difference)}>
    {describeDifference(difference)}
  </span>
)
