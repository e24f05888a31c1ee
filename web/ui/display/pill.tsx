import classes from './pill.module.css'

type Props = {
  tone?: 'grey' | 'accent' | 'green' | 'red'
  /** Before a word that is one of several states. */
  dot?: boolean
  children: string
}

/** A short word or count beside what it speaks of. */
export const Pill = ({ tone = 'grey', dot, children }: Props) => (
  <span className={classes.pill} data-tone={tone} data-dot={dot}>
    {children}
  </span>
)
