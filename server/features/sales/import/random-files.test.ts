import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../../testing/clients.ts'
import { readSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

// Files of any shop, made by chance, against plain arithmetic in cents.

type Line = { product: string; quantity: number; price: number; discount: number }
type State = 'paid' | 'cancelled' | 'unpaid'
type Sale = { day: number; minute: number; till: number; state: State; isRefund: boolean; tip: number; lines: Line[] }

const PRODUCTS = ['Rooibos', 'Koffie, swart', 'Brown bread', 'Café crème', 'Melktert "groot"']
const line = fc.record({
  product: fc.constantFrom(...PRODUCTS),
  quantity: fc.integer({ min: 1, max: 12 }),
  price: fc.integer({ min: 100, max: 250_000 }),
  discount: fc.constantFrom(0, 0, 0, 50, 100),
})
const sale = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  till: fc.integer({ min: 1, max: 2 }),
  state: fc.constantFrom<State>('paid', 'paid', 'paid', 'cancelled', 'unpaid'),
  isRefund: fc.constantFrom(false, false, false, true),
  tip: fc.constantFrom(0, 0, 500, 1999),
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})
const shape = fc.record({
  language: fc.constantFrom('en' as const, 'af' as const),
  isPerLine: fc.boolean(),
  /** A line has its price and discount, or its total. */
  hasDiscounts: fc.boolean(),
  hasTills: fc.boolean(),
  hasStates: fc.boolean(),
  hasTips: fc.boolean(),
  hasSums: fc.boolean(),
  numbers: fc.constantFrom('1234.50', 'R 1 234,50', '1,234.50', 'R1.234,50'),
  dates: fc.constantFrom('2026-10-28 14:05', '28/10/2026 14:05', '28 Oct 2026, time apart'),
  encoding: fc.constantFrom('utf-8', 'utf-8 with mark', 'utf-16le'),
  delimiter: fc.constantFrom(',', ';', '\t'),
  noise: fc.boolean(),
  /** The order of the columns. */
  order: fc.array(fc.integer(), { minLength: 20, maxLength: 20 }),
})
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never

const TITLES = {
  en: {
    ...{
      date: 'Date',
      time: 'Time',
      receipt: 'Receipt no',
      till: 'Register',
      state: 'Status',
      product: 'Product',
      quantity: 'Qty',
    },
    ...{ price: 'Unit price', discount: 'Discount', lineTotal: 'Line total', total: 'Total', tip: 'Tip', sum: 'Grand total' },
  },
  af: {
    ...{
      date: 'Datum',
      time: 'Tyd',
      receipt: 'Kwitansie nr',
      till: 'Kasregister',
      state: 'Status',
      product: 'Produk',
      quantity: 'Hoeveelheid',
    },
    ...{ price: 'Eenheidsprys', discount: 'Afslag', lineTotal: 'Lyntotaal', total: 'Totaal', tip: 'Fooi', sum: 'Groottotaal' },
  },
} as const
const STATES = {
  en: { paid: 'Completed', cancelled: 'Cancelled', unpaid: 'On hold' },
  af: { paid: 'Betaal', cancelled: 'Gekanselleer', unpaid: 'Onbetaal' },
} as const

const lineCents = ({ quantity, price, discount }: Line, { hasDiscounts }: Shape) =>
  quantity * price - (hasDiscounts ? discount : 0)
const saleCents = ({ lines, isRefund }: Sale, shape: Shape) =>
  lines.reduce((sum, line) => sum + lineCents(line, shape), 0) * (isRefund ? -1 : 1)
const isCounted = ({ state }: Sale, { hasStates }: Shape) => !hasStates || state === 'paid'

function formatCents(cents: number, style: string) {
  const [whole = '', fraction = ''] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const group = (sign: string) => whole.replace(/\B(?=(\d{3})+$)/g, sign)
  const minus = cents < 0 ? '-' : ''
  if (style === 'R 1 234,50') return `${minus}R ${group(' ')},${fraction}`
  if (style === '1,234.50') return `${minus}${group(',')}.${fraction}`
  if (style === 'R1.234,50') return `${minus}R${group('.')},${fraction}`
  return `${minus}${whole}.${fraction}`
}

const two = (value: number) => String(value).padStart(2, '0')
function formatDate({ day, minute }: Sale, style: string) {
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  if (style.startsWith('2026')) return { date: `2026-10-${two(day)} ${time}`, time: '' }
  return style.startsWith('28/') ? { date: `${two(day)}/10/2026 ${time}`, time: '' } : { date: `${two(day)} Oct 2026`, time }
}

/** Each till counts its receipts by itself. Without tills, the numbers of one file are of one till. */
function numberSales(sales: Sale[], { hasTills }: Shape) {
  const counts = new Map<number, number>()
  return sales.map((sale) => {
    const till = hasTills ? sale.till : 1
    const number = (counts.get(till) ?? 0) + 1
    counts.set(till, number)
    return { ...sale, number }
  })
}

function writeFile(sales: Sale[], shape: Shape) {
  const titles = TITLES[shape.language]
  const money = (cents: number) => formatCents(cents, shape.numbers)
  const rows = numberSales(sales, shape).flatMap((sale): Record<string, string>[] => {
    const sign = sale.isRefund ? -1 : 1
    const common = {
      ...{ ...formatDate(sale, shape.dates), receipt: String(sale.number), till: `Till ${sale.till}` },
      ...{ state: STATES[shape.language][sale.state], noise: `note ${sale.number}` },
    }
    const tip = money(sale.isRefund ? 0 : sale.tip)
    if (!shape.isPerLine) return [{ ...common, tip, total: money(saleCents(sale, shape)) }]
    return sale.lines.map((line) => ({
      ...{ ...common, tip, product: line.product, quantity: String(line.quantity * sign), price: money(line.price) },
      discount: money(line.discount * sign),
      lineTotal: money(lineCents(line, shape) * sign),
    }))
  })
  const columns = [
    ...['date', ...(shape.dates.endsWith('apart') ? ['time'] : []), 'receipt', ...(shape.hasTills ? ['till'] : [])],
    ...(shape.hasStates ? ['state'] : []),
    ...(shape.noise ? ['noise'] : []),
    ...(shape.isPerLine ? ['product', 'quantity', ...(shape.hasDiscounts ? ['price', 'discount'] : ['lineTotal'])] : ['total']),
    ...(shape.hasTips && !shape.isPerLine ? ['tip'] : []),
  ]
  const ordered = columns
    .map((column, index) => ({ column, rank: shape.order[index] ?? 0 }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column }) => column)
  const quote = (cell: string) => (/[",;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const titleOf = (column: string) => (column === 'noise' ? 'Comment' : titles[column as keyof typeof titles])
  const write = (find: (column: string) => string) => ordered.map((column) => quote(find(column))).join(shape.delimiter)
  const amountColumn = shape.isPerLine ? 'lineTotal' : 'total'
  const sum = sales.filter((sale) => isCounted(sale, shape)).reduce((all, sale) => all + saleCents(sale, shape), 0)
  const sums =
    shape.hasSums && ordered.includes(amountColumn)
      ? [write((column) => (column === amountColumn ? money(sum) : column === 'date' ? titles.sum : ''))]
      : []
  const text = [write(titleOf), ...rows.map((row) => write((column) => row[column] ?? '')), ...sums, ''].join('\n')
  if (shape.encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  return Buffer.from(shape.encoding === 'utf-8' ? text : `\ufeff${text}`)
}

test('files of any shop are read as plain arithmetic says, or asked about', { timeout: 120_000 }, async () => {
  const owner = await createOwner(server)
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), shape, async (sales, shape) => {
      const file = writeFile(sales, shape)
      const counted = sales.filter((sale) => isCounted(sale, shape))
      const tips = counted.reduce((sum, { tip, isRefund }) => sum + (isRefund ? 0 : tip), 0)
      const hasTips = shape.hasTips && !shape.isPerLine
      const preview = (await readSales(owner, file)).preview
      expect(preview, file.toString()).not.toBeNull()
      const read = preview?.extras.is_unclear ? (await readSales(owner, file, { extras_in_total: 'false' })).preview : preview
      expect(
        {
          amount: read?.amount,
          sales: read?.new,
          tips: hasTips ? read?.extras.tips : 0,
          rejected: (read?.rejected ?? 0) - (read?.no_sales.reduce((sum, { rows }) => sum + rows, 0) ?? 0),
          different: read?.sums.different,
        },
        file.toString(shape.encoding === 'utf-16le' ? 'utf16le' : 'utf8'),
      ).toEqual({
        amount: counted.reduce((sum, sale) => sum + saleCents(sale, shape), 0) / 100,
        sales: counted.length,
        tips: hasTips ? tips / 100 : 0,
        rejected: 0,
        different: [],
      })
    }),
    { numRuns: 200 },
  )
})
