import classes from './initials.module.css'

/** Initials in a circle. Hidden from screen readers, which read the name. */
export const Initials = ({ children }: { children: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {children}
  </span>
)
