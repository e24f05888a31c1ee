import classes from './session-loading.module.css'

/** Shown while the route guard loads the session. */
export function SessionLoading() {
  return (
    <main className={classes.loading} aria-busy="true">
      <div role="status">
        <h1>Loading...</h1>
      </div>
    </main>
  )
}
