import { ORPCError } from '@orpc/server'
import { READ_KEY_REFUSED } from '../../contract/read-keys.ts'
import { createAccessKeys } from './access-key.ts'

export const {
  generate: generateReadKey,
  derive: deriveReadKey,
  digest: digestReadKey,
  read: findReadKey,
} = createAccessKeys('wk_read_', 'read key')

/** Whether a request sends what should be a read key. Nothing else lets it in then. */
export const sendsReadKey = (headers: Headers) => /^bearer +wk_read_/i.test(headers.get('authorization') ?? '')

/** One answer, wherever it is found that a key opens nothing. */
export const createReadKeyRefusal = () => new ORPCError('UNAUTHORIZED', { defined: true, ...READ_KEY_REFUSED })
