/** The browser's database of web/lib/api/copies.ts. */
export const COPIES = 'winkel-copies'

/** The screens that open without a network begin with this. */
export const COUNTS = '/stock/count/'

/** When a session ends, and before another one begins on this device. */
export const removeCopies = () => void globalThis.indexedDB?.deleteDatabase(COPIES)
