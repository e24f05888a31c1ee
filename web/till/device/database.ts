import { Dexie, type Table } from 'dexie'
import type { TillMovement } from '../../../contract/drawer-movements.ts'
import type { TillEmployee, TillSetup } from '../../../contract/till-catalogue.ts'
import type { Sale } from '../../../contract/tills.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import type { Basket, VatSum } from '../sale/basket.ts'
import type { Method } from '../sale/payments.ts'

/** The till that this device is. `key` opens its site; it is shown nowhere. */
export type Pairing = { key: string; tillid: number; name: string }

export type Seller = { employeeid: number; name: string }

export const toSeller = (employee: Pick<TillEmployee, 'employeeid' | 'firstname' | 'lastname'>): Seller => ({
  employeeid: employee.employeeid,
  name: getFullName(employee),
})

export type SendState = 'waiting' | 'sent' | 'refused'

/** A sale that was paid, with what its receipt shows. */
export type StoredSale = {
  /** 'T3-000042': the number of the receipt. */
  reference: string
  state: SendState
  /** When it was paid, in milliseconds. */
  at: number
  shiftid: number
  sale: Sale
  basket: Basket
  seller: Seller
  /** Why the server has refused it. */
  reason?: string
}

/** Money that is put into the drawer or taken out of it. */
export type StoredMovement = {
  reference: string
  state: SendState
  at: number
  shiftid: number
  movement: TillMovement
  reason?: string
}

/** From the float to the count: what one drawer holds. */
export type Shift = {
  shiftid: number
  opened_at: number
  opened_by: Seller
  float_cents: number
  closed_at?: number
  closed_by?: Seller
  /** The cash that was counted, and what it should have been. */
  counted_cents?: number
  expected_cents?: number
  /** What it took. Its sales are removed after some days. */
  totals?: ShiftTotals
}

export type ShiftTotals = {
  sales: number
  refunds: number
  /** The value of goods, net of refunds. */
  goods_cents: number
  vat: VatSum[]
  payments: { method: Method; amount_cents: number; sales: number }[]
  tips_cents: number
  loads_cents: number
  rounding_cents: number
  paid_in_cents: number
  paid_out_cents: number
  /** What the drawer should hold: the float, cash payments and movements. */
  expected_cents: number
}

export type ParkedBasket = { parkedid: number; at: number; seller: Seller; basket: Basket }

/** Single values, by name. */
export type Values = {
  pairing: Pairing
  setup: TillSetup
  /** The epoch of the last answer, and the one in which the till has sent all that it keeps. */
  seen_epoch: string
  epoch: string
  /** How far the clock of this device is ahead of the server's, in milliseconds. */
  clock_ahead: number
  /** The last number of a receipt, and of a movement. */
  last_number: number
  last_movement: number
  basket: Basket
  favourites: number[]
  /** The key was revoked, or the business is gone: what the server said. */
  ended: string
  /** Wrong PINs in a row by employee, and until when this device waits. */
  wrong_pins: Record<number, { count: number; until: number }>
}

type ValueRow = { [Name in keyof Values]: { name: Name; value: Values[Name] } }[keyof Values]

class TillDatabase extends Dexie {
  values!: Table<ValueRow, keyof Values>
  sales!: Table<StoredSale, string>
  movements!: Table<StoredMovement, string>
  shifts!: Table<Shift, number>
  parked!: Table<ParkedBasket, number>

  constructor() {
    // Without 'strict' Chromium reports a write before the disk has it: a power cut would lose a paid sale.
    super('winkel-till', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      values: 'name',
      sales: 'reference, state, at, shiftid',
      movements: 'reference, state, at, shiftid',
      shifts: '++shiftid',
      parked: '++parkedid',
    })
  }
}

export const database = new TillDatabase()

/** Said when a write fails. */
export const NOT_STORED = 'This device could not store it. Is there space left?'

export async function readValue<Name extends keyof Values>(name: Name): Promise<Values[Name] | undefined> {
  const row = await database.values.get(name)
  return row?.value as Values[Name] | undefined
}

export const writeValue = <Name extends keyof Values>(name: Name, value: Values[Name]) =>
  database.values.put({ name, value } as ValueRow)
