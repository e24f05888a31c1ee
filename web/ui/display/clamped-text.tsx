import classes from './clamped-text.module.css'

/** A text of at most two lines. The tooltip and screen readers have all of it. */
export function ClampedText({ children }: { children: string }) {
  return (
    <span className={classes.name} title={children}>
      {children}
    </span>
  )
}
