import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// OWASP's password storage advice: scrypt with N=2^15, r=8, p=3, which takes 32 MB and some 0.15 s.
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 }
const KEY_BYTES = 32

export type PasswordCost = { N: number; r: number; p: number }

const derive = (password: string, salt: Buffer, { N, r, p }: PasswordCost) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

/** 'scrypt:N:r:p:salt:key', the last two in base64url: with its cost beside it, a password outlives a change of the cost. */
export async function hashPassword(password: string, cost = COST) {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join(':')
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }) {
  const [, N, r, p, salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
