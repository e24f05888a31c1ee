import classes from './session-loading.module.css'

/** While the guard asks who is signed in. */
export function SessionLoading() {
  return (
    <main className={classes.checking} aria-busy="true">
      <div role="status">
        <h1>Loading...</h1>
      </div>
    </main>
  )
}
