import type { core } from 'zod'
import type { ExtraKind } from '../../../contract/shared/sale-parts.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import type { SaleAnswer } from '../../../contract/tills.ts'

/** An import may leave the stock as it is. */
export type StoreOptions = { importid?: number; moves_stock?: boolean }

/**
 * A line that is sold. Amounts are whole cents, negative in a refund; a price may have two decimals of a cent. A line without `productid`
 * is of the product with its barcode, or its name without one; where no product has it, it is kept with its text and its price.
 */
export type SoldLine = {
  /** A charge has a name, a price and no product. */
  kind?: 'product' | 'charge' | undefined
  productid?: number | undefined
  barcode?: string | undefined
  productname?: string | undefined
  quantity: number
  /** Of how many pieces one of `quantity` is, such as 24 of a carton. Those of the barcode, if it is missing. */
  units?: number | undefined
  /** Of one of `quantity`. The product's, if it is missing. */
  price_cents?: number | undefined
  /** What was paid for the line, where that differs from quantity times price. */
  total_cents?: number | undefined
  /** What the line's own discount takes off quantity times price. */
  discount_cents?: number | undefined
  discount_reason?: string | undefined
  /** What one of `quantity` cost, where a file says it. The product's, if it is missing. */
  unitcost_cents?: number | undefined
  /** The product's, if it is missing. */
  vat_rate?: VatRate | undefined
  /** The VAT of the line, where a file says how much it was. */
  vat_cents?: number | undefined
  /** It is a part of the VAT of the whole sale, and so includes what a discount takes off. */
  is_vat_of_sale?: boolean | undefined
}

/** A part of what was paid. */
export type SoldPayment = {
  method: string
  amount_cents: number
  tendered_cents?: number | undefined
  number?: string | undefined
}
/** Money beside the amount of a sale. */
export type SoldExtra = { kind: ExtraKind; amount_cents: number; number?: string | undefined }

export type SoldSale = {
  reference: string
  saledate: string
  closetime?: string | null | undefined
  /** The sum of the lines, if it is missing. */
  finalamount_cents?: number | undefined
  /** Of one payment of all. */
  payment_method?: string | null | undefined
  payments?: SoldPayment[] | undefined
  extras?: SoldExtra[] | undefined
  refund_of?: string | undefined
  employeeid?: number | null | undefined
  /** What the till calls the seller. */
  employee_code?: string | undefined
  employee_name?: string | undefined
  items: SoldLine[]
  /** Of what no line has: the standard rate, if it is missing. */
  vat_rate?: VatRate | undefined
  vat_cents?: number | undefined
}

/** A valid sale, and its index in the batch. */
export type ParsedSale = { index: number; sale: SoldSale; content_hash: string }
/** A sale and the site where it is sold. */
export type SiteSale = ParsedSale & { siteid: number }
export type RejectedSale = Extract<SaleAnswer, { status: 'rejected' }>
export type Issue = Pick<core.$ZodIssue, 'path' | 'message'>

/** In one order everywhere, so that two transactions that lock the same sites do not deadlock. */
export const findSites = (sales: SiteSale[]) => [...new Set(sales.map(({ siteid }) => siteid))].toSorted((a, b) => a - b)

/** Of a sale that the schema accepts and the database does not. */
export const UNSTORABLE = 'A number or a text of this sale is too large to be stored.'

export const rejectUnstorable = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: [], message: UNSTORABLE })

export function rejectSale(index: number, reference: string | null, issue: Issue | undefined): RejectedSale {
  const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return { reference, status: 'rejected', reason: issue?.message ?? 'This sale cannot be read.', field: `sales[${index}]${path}` }
}
