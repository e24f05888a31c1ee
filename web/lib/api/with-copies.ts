import type { QueryPersister } from '@tanstack/react-query'

/** A query whose answers are kept on the device until the session ends. The last one is there when its page opens without a network. */
export const withCopies = <Options extends object>(options: Options): Options => ({ ...options, persister: readOrKept })

const readOrKept: QueryPersister = async (...query) => (await import('./copies.ts')).readOrKept(...query)
