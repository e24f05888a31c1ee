import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BYTES = 24

export const generateSecret = () => PREFIX + randomBytes(BYTES).toString('base64')

/** The secret of a request that may be sent again: each attempt has the same one. */
export const deriveSecret = (authSecret: string, request: string) =>
  PREFIX + createHmac('sha256', authSecret).update(`webhook ${request}`).digest().subarray(0, BYTES).toString('base64')

export const formatMessageId = (messageid: string) => `msg_${messageid.replaceAll('-', '')}`

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signMessage({ id, body, secrets }: { id: string; body: string; secrets: string[] }, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
