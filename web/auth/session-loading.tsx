/** Shown while the route guard loads the session. index.html has the same, for the time until the first screen is drawn. */
export function SessionLoading() {
  return (
    <main className="loading" aria-busy="true">
      <div role="status">
        <h1>Loading...</h1>
      </div>
    </main>
  )
}
