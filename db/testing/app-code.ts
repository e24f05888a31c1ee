import { createHmac } from 'node:crypto'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const PERIOD_MS = 30_000

function decodeBase32(text: string) {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of an authenticator app (RFC 6238) for the link that it scanned; `periods` later or, below zero, earlier. */
export function createAppCode(uri: string, periods = 0) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + periods))
  const hash = createHmac('sha1', decodeBase32(new URL(uri).searchParams.get('secret') ?? ''))
    .update(counter)
    .digest()
  const start = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
