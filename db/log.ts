/** The part of a pino logger that the store needs. */
export type Log = Record<'info' | 'warn' | 'error', (fields: { event: string; err?: unknown }, message: string) => void>

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
