import classes from './checking.module.css'

/** While the guard asks who is signed in. */
export function Checking() {
  return (
    <main className={classes.checking} aria-busy="true">
      <p role="status">Loading...</p>
    </main>
  )
}
