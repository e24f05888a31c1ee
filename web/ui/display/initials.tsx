import classes from './initials.module.css'

/** A person's round sign; their name stands beside it or names what holds it. */
export const Initials = ({ children }: { children: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {children}
  </span>
)
