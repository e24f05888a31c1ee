import classes from './pill.module.css'

/** A short word or count beside what it speaks of. */
export const Pill = ({ tone = 'grey', children }: { tone?: 'grey' | 'accent' | 'red'; children: string }) => (
  <span className={classes.pill} data-tone={tone}>
    {children}
  </span>
)
