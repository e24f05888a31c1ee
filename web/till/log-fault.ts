/** Errors of the database have a name and a stack that the console does not show by itself. */
export const logFault = (error: unknown) => console.error(error instanceof Error ? (error.stack ?? String(error)) : error)
