import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { barcodeIdentity } from '../../../../contract/shared/barcode-identity.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { MAX_ADDED_PRODUCTS } from '../../../../contract/unknown-products.ts'
import type { FileSale } from './build-sale.ts'
import { UnknownNames } from './match-names.ts'
import type { RejectedRow } from './parse-row.ts'

type UnknownLine = { siteid: number; barcode: string; productname: string; quantity: number; amount: number; price: number }
type UnknownProduct = UnknownLine & { lines: number }

type Month = SalesImportPreview['months'][number]

const LINES_SHOWN = 500
const SAMPLES_SHOWN = 3
const PRODUCTS_SHOWN = MAX_ADDED_PRODUCTS

/** The counts of a preview, which do not grow with the file. */
export class PreviewSummary {
  readonly unknownSites = new UnknownNames()
  readonly unknownEmployees = new UnknownNames()
  readonly #employees = new Map<string, { employeeid: number | null; siteid: number }>()
  readonly #unknownProducts = new Map<string, UnknownProduct>()
  #vat = { stated: null as number | null, assumed: new Map<number, number>() }
  readonly #months = new Map<string, { month: string; sales: number; cents: number; new: number }>()
  readonly #samples: SalesImportPreview['samples'] = []
  readonly #lines: SalesImportPreview['lines'] = []
  #counts = {
    new: 0,
    existing: 0,
    rejected: 0,
    undecided: 0,
    rejected_lines: 0,
    refunds: 0,
    repeated: 0,
    items: 0,
    unknown_items: 0,
    unknown_products_total: 0,
    split_sales: 0,
    unclear_splits: 0,
  }
  readonly #noSales = new Map<string, number>()
  readonly #extras = { tip: 0, gift_card: 0, charges: 0 }
  #cents = 0
  readonly #sites = new Set<number>()
  #days: { first: string; last: string } | undefined

  reject({ line, rows, receipt, reason, unknownSite, isCancelled }: RejectedRow) {
    this.#counts.rejected++
    if (unknownSite) {
      this.#counts.undecided++
      this.unknownSites.add(unknownSite)
      return
    }
    this.#counts.rejected_lines += rows.length
    if (isCancelled) this.#noSales.set(reason, (this.#noSales.get(reason) ?? 0) + rows.length)
    if (this.#lines.length < LINES_SHOWN) this.#lines.push({ line, receipt, reason })
  }

  /** A sale that can be read, whether it is new or not. */
  add(sale: FileSale, day: string, isNew: boolean) {
    if (sale.branch) this.unknownSites.add(sale.branch)
    this.#counts[isNew ? 'new' : 'existing']++
    this.#counts.repeated += sale.repeated
    if (isNew) {
      this.#cents += sale.finalamount
      this.#sites.add(sale.siteid)
      if (sale.finalamount < 0) this.#counts.refunds++
      if (sale.payments.length > 0) this.#counts.split_sales++
      if (sale.isSplitUnknown) this.#counts.unclear_splits++
      for (const { kind, amount } of sale.extras) this.#extras[kind] += amount
    }
    const name = day.slice(0, 7)
    const month = this.#months.get(name) ?? { month: name, sales: 0, cents: 0, new: 0 }
    month.sales++
    month.cents += sale.finalamount
    if (isNew) month.new++
    this.#months.set(name, month)
    const { first = day, last = day } = this.#days ?? {}
    this.#days = { first: day < first ? day : first, last: day > last ? day : last }
  }

  /** The name that a file has for an employee, and who it is. Those that are found by their name are not listed. */
  addEmployee(name: string, found: { employeeid: number | null; siteid: number }, isByName: boolean) {
    if (isByName || !this.unknownEmployees.add(name)) return
    if (!this.#employees.has(name)) this.#employees.set(name, found)
  }

  /** A line of a charge, in cents. */
  addCharge(amount: number) {
    this.#extras.charges += amount
  }

  /** A line of a product. */
  addItem() {
    this.#counts.items++
  }

  /** A line of what no product is called. Amounts are cents. */
  addUnknown({ siteid, barcode, productname, quantity, amount, price }: UnknownLine) {
    this.#counts.unknown_items++
    const key = JSON.stringify([siteid, barcodeIdentity(barcode) || productname.toLowerCase()])
    const product = this.#unknownProducts.get(key)
    if (!product) {
      this.#counts.unknown_products_total++
      if (this.#unknownProducts.size >= PRODUCTS_SHOWN) return
      const name = productname || barcode
      this.#unknownProducts.set(key, { siteid, barcode, productname: name, lines: 1, quantity, amount, price })
      return
    }
    product.lines++
    product.quantity += quantity
    product.amount += amount
    product.price = price
  }

  /** `assumed` is true where neither the file nor a product says the rate. Amounts are cents. */
  addVat(amount: number, stated: number | null, rate: VatRate, assumed: boolean) {
    if (stated !== null) this.#vat.stated = (this.#vat.stated ?? 0) + stated
    if (assumed && rate !== 'exempt') this.#vat.assumed.set(rate, (this.#vat.assumed.get(rate) ?? 0) + amount)
  }

  addSample(sample: SalesImportPreview['samples'][number]) {
    if (this.#samples.length < SAMPLES_SHOWN) this.#samples.push(sample)
  }

  /** What the import keeps. */
  totals() {
    const { first = null, last = null } = this.#days ?? {}
    return { new_sales: this.#counts.new, amount: this.#cents / 100, first_day: first, last_day: last }
  }

  toPreview() {
    const { first = null, last = null } = this.#days ?? {}
    return {
      ...this.#counts,
      ...{ amount: this.#cents / 100, sites: this.#sites.size, first_day: first, last_day: last },
      months: [...this.#months.values()]
        .sort((a, b) => a.month.localeCompare(b.month))
        .map(({ cents, ...month }): Month => ({ ...month, amount: cents / 100 })),
      samples: this.#samples,
      unknown_products: [...this.#unknownProducts.values()]
        .sort((a, b) => b.amount - a.amount)
        .map((product) => ({
          ...product,
          quantity: Math.round(product.quantity * 1000) / 1000,
          amount: product.amount / 100,
          price: product.price / 100,
        })),
      extras: { tips: this.#extras.tip / 100, gift_cards: this.#extras.gift_card / 100 },
      no_sales: [...this.#noSales].map(([reason, rows]) => ({ reason, rows })),
      charges: this.#extras.charges / 100,
      vat: {
        stated: this.#vat.stated === null ? null : this.#vat.stated / 100,
        assumed: [...this.#vat.assumed].map(([vat_rate, amount]) => ({ vat_rate, amount: amount / 100 })),
      },
      unknown_sites: this.unknownSites.list(),
      unknown_employees: this.unknownEmployees.list().flatMap((unknown) => {
        const found = this.#employees.get(unknown.name)
        return found ? [{ ...unknown, ...found }] : []
      }),
      lines: this.#lines.sort((a, b) => a.line - b.line),
    }
  }
}
