import { createHash, createHmac } from 'node:crypto'
import type { NoticeKind } from '../../../contract/notices.ts'

export const END_PATH = '/notices/end'

type Of = { businessid: string; user_id: string; kind: NoticeKind }

/** The token of the link that ends a notice: the same in each of its mails, so that an old mail ends it too. */
export const createToken = (authSecret: string, { businessid, user_id, kind }: Of) =>
  createHmac('sha256', authSecret).update(`notice link ${businessid} ${user_id} ${kind}`).digest('base64url')

export const isToken = (text: string | undefined): text is string => text !== undefined && /^[\w-]{43}$/.test(text)

/** What the database has of a token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const createEndUrl = (publicUrl: string, token: string) => `${publicUrl}${END_PATH}?token=${token}`
