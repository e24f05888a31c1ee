type Scheduler = { yield?: () => Promise<void> }

/** Ends the task, so that the browser can draw and answer to a touch. Where it has no `scheduler.yield`, the work goes on at once. */
export const yieldToBrowser = () => (globalThis as { scheduler?: Scheduler }).scheduler?.yield?.()
