import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// OWASP's password storage advice: scrypt with N=2^15, r=8, p=3, which takes 32 MB and some 0.15 s.
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const KEY_BYTES = 32

const AT_ONCE = 2
const MOST_WAITING = 200
let running = 0
const waiting: (() => void)[] = []

/** More people sign in at this moment than the machine can hash for; nobody's password was looked at. */
export class TooBusy extends Error {}

/** Two at once, so that a flood of sign-ins leaves a core for everybody else. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++
  else if (waiting.length < MOST_WAITING) await new Promise<void>((start) => waiting.push(start))
  else throw new TooBusy('too many sign-ins at once')
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

const derive = (password: string, salt: Buffer) =>
  queued(
    () =>
      new Promise<Buffer>((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
      )
  )

/** 'scrypt:salt:key', both in base64url. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt:${salt.toString('base64url')}:${key.toString('base64url')}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [, salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'))
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
