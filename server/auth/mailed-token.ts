import { createHash, randomBytes } from 'node:crypto'

/** The form of our tokens. Any other text counts as an expired token, however long it is. */
export const MAILED_TOKEN = /^[\w-]{1,200}$/

/** What a mailed link has. The database has its hash. */
export const createToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => createHash('sha256').update(token).digest()
