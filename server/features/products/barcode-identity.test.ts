import { afterAll, expect, test } from 'vitest'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { testStore } from '../../../db/testing/store.ts'

const store = await testStore()
afterAll(store.close)

/** The same numbers for a seed: mulberry32. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const SEED = 48
const PIECES = [
  ...'0123456789',
  ...[
    '0',
    '00',
    '.0',
    ',0',
    '.',
    ',',
    '-',
    "'",
    '’',
    '‘',
    '`',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u2003',
    '\u200b',
    '\u200d',
    '\ufeff',
  ],
  ...[
    '\u00ad',
    '\u2010',
    '\u2212',
    '\u3000',
    '\u180e',
    '\u202f',
    'a',
    'A',
    'é',
    'É',
    'ß',
    'İ',
    'Σ',
    'σ',
    'ς',
    'Ж',
    '😀',
    'e+',
    '\u001d',
  ],
  ...['36000291452', '6009900000226', '96385074', '１', '٣'],
]

test('barcode identity: SQL and TypeScript agree on random texts', async () => {
  const random = createRandom(SEED)
  const piece = () => PIECES[random(PIECES.length)] ?? ''
  const digits = () => String(random(10))
  const texts = [
    ...Array.from({ length: 6000 }, () => Array.from({ length: random(16) }, piece).join('')),
    // Numbers of each length, of which one in ten has a right check digit.
    ...Array.from({ length: 6000 }, () => Array.from({ length: random(20) }, digits).join('')),
    // Any characters but halves of pairs and NUL, which PostgreSQL does not store.
    ...Array.from({ length: 4000 }, () =>
      Array.from({ length: random(6) }, () => String.fromCodePoint(1 + random(0xd7ff))).join(''),
    ),
  ]
  const { rows } = await store.ownerPool.query<{ text: string; identity: string }>(
    'select text, barcode_identity(text) as identity from unnest($1::text[]) with ordinality as t (text, place) order by place',
    [texts],
  )
  expect(rows).toEqual(texts.map((text) => ({ text, identity: barcodeIdentity(text) })))
  // The identity is the identity of itself.
  for (const { identity } of rows) expect(barcodeIdentity(identity)).toBe(identity)
})
