import { getGoodsCents, sumVat } from '../sale/basket.ts'
import { METHODS, sum } from '../sale/payments.ts'
import { database, type Seller, type Shift, type ShiftTotals, type StoredMovement, type StoredSale } from './database.ts'

export const readLastShift = (): Promise<Shift | undefined> => database.shifts.orderBy('shiftid').last()

/** The shift whose drawer is not counted yet. */
export const readOpenShift = async (): Promise<Shift | undefined> => {
  const last = await readLastShift()
  return last?.closed_at === undefined ? last : undefined
}

export const openShift = (float_cents: number, opened_by: Seller) =>
  database.transaction('rw', database.shifts, async () => {
    // Another window may have opened it.
    const open = await readOpenShift()
    if (open) return open
    const shift = { opened_at: Date.now(), opened_by, float_cents }
    const shiftid = await database.shifts.add(shift as Shift)
    return { ...shift, shiftid }
  })

/** Ends a shift with the cash that was counted. */
export const closeShift = (shift: Shift, counted_cents: number, closed_by: Seller) =>
  database.transaction('rw', [database.shifts, database.sales, database.movements], async () => {
    const totals = await sumShift(shift)
    const count = { counted_cents, expected_cents: totals.expected_cents, totals, closed_by, closed_at: Date.now() }
    await database.shifts.update(shift.shiftid, count)
  })

/** How many sales and movements of a shift the back office does not have yet. */
export async function countUnsentOf(shiftid: number) {
  const isUnsent = ({ state }: { state: string }) => state !== 'sent'
  const sales = await database.sales.where({ shiftid }).filter(isUnsent).count()
  return sales + (await database.movements.where({ shiftid }).filter(isUnsent).count())
}

/** What a shift has taken, from what the device has stored. */
export async function sumShift({ shiftid, float_cents }: Shift): Promise<ShiftTotals> {
  const sales = await database.sales.where({ shiftid }).toArray()
  const movements = await database.movements.where({ shiftid }).toArray()
  return addUp(sales, movements, float_cents)
}

export function addUp(sales: StoredSale[], movements: StoredMovement[], float_cents: number): ShiftTotals {
  const paid = sales.flatMap(({ basket }) => basket.payments)
  const payments = METHODS.map((method) => ({
    method,
    amount_cents: sum(
      paid.filter((payment) => payment.method === method),
      ({ amount_cents }) => amount_cents,
    ),
    sales: sales.filter(({ basket }) => basket.payments.some((payment) => payment.method === method)).length,
  })).filter(({ sales: count }) => count > 0)
  const moved = (kind: string) =>
    sum(
      movements.filter(({ movement }) => movement.kind === kind),
      ({ movement }) => Math.round(movement.amount * 100),
    )
  const goods_cents = sum(sales, ({ basket }) => getGoodsCents(basket))
  const tips_cents = sum(sales, ({ basket }) => basket.tip_cents)
  const loads_cents = sum(sales, ({ basket }) => sum(basket.loads, ({ amount_cents }) => amount_cents))
  const paid_in_cents = moved('paid_in')
  const paid_out_cents = moved('paid_out')
  const cash = payments.find(({ method }) => method === 'cash')?.amount_cents ?? 0
  return {
    sales: sales.length,
    refunds: sales.filter(({ basket }) => getGoodsCents(basket) < 0).length,
    goods_cents,
    vat: sumVat(sales.flatMap(({ basket }) => basket.lines)),
    payments,
    tips_cents,
    loads_cents,
    rounding_cents: sum(paid, ({ amount_cents }) => amount_cents) - goods_cents - tips_cents - loads_cents,
    paid_in_cents,
    paid_out_cents,
    expected_cents: float_cents + cash + paid_in_cents - paid_out_cents,
  }
}
