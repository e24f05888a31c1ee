import classes from './clamped-text.module.css'

/** A name somebody typed in: two lines at most, whole under the mouse and to a screen reader. */
export function ClampedText({ children }: { children: string }) {
  return (
    <span className={classes.name} title={children}>
      {children}
    </span>
  )
}
