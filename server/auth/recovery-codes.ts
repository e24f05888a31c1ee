import { createHmac, randomInt } from 'node:crypto'

const CODES = 10
// Without letters and digits that look alike.
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODE = /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/

const createGroup = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Ten codes such as 'k7mp-2xqa-9wzt', of 59 bits each. */
export const createRecoveryCodes = () =>
  Array.from({ length: CODES }, () => [createGroup(), createGroup(), createGroup()].join('-'))

/** The code as it was created, however it was typed: in capitals, with spaces, without hyphens. */
export function normalizeRecoveryCode(typed: string) {
  const plain = typed.toLowerCase().replace(/[^a-z\d]/g, '')
  return [plain.slice(0, 4), plain.slice(4, 8), plain.slice(8)].join('-')
}

/** Stores the list of codes as hashes. Better Auth stores it again without the used code, and then most are hashes already. */
export function createRecoveryCodeStore(authSecret: string) {
  const hash = (code: string) => createHmac('sha256', authSecret).update(`recovery code ${code}`).digest('base64url')
  return {
    hash,
    toHashes: async (json: string) => {
      const codes: string[] = JSON.parse(json)
      return JSON.stringify(codes.map((code) => (CODE.test(code) ? hash(code) : code)))
    },
  }
}
