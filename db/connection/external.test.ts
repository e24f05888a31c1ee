import { expect, test } from 'vitest'
import { describeFailure } from './external.ts'

const CONFIG = { user: 'winkel', host: 'db.example', port: 5432 }
const failWith = (message: string, code?: string) =>
  describeFailure(Object.assign(new Error(message), { code }), CONFIG, 'DATABASE_URL')

test.each([
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    undefined,
    'The database of DATABASE_URL asks for a password, and there is none in it: write postgres://winkel:password@db.example:5432/….',
  ],
  ['getaddrinfo ENOTFOUND db.example', 'ENOTFOUND', 'The host db.example of DATABASE_URL is not known to DNS: correct the name.'],
  [
    'timeout expired',
    undefined,
    'Nothing answers at db.example:5432, which DATABASE_URL names: look at the host, the network and its firewalls.',
  ],
  ['database "x" does not exist', '3D000', 'The database of DATABASE_URL cannot be reached: database "x" does not exist.'],
])('database URL: %s is a plain sentence', (message, code, sentence) => {
  expect(failWith(message, code)).toBe(sentence)
})
