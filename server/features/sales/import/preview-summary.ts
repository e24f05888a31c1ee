import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import type { FileSale } from './build-sale.ts'
import { UnknownNames } from './match-names.ts'
import type { RejectedRow } from './parse-row.ts'

type Sales = NonNullable<SalesImportPreview['sales']>
type Month = Sales['months'][number]

const LINES_SHOWN = 500
const SAMPLES_SHOWN = 3
const PRODUCTS_SHOWN = 10

/** The counts of a preview, which do not grow with the file. */
export class PreviewSummary {
  readonly unknownSites = new UnknownNames()
  readonly unknownEmployees = new UnknownNames()
  readonly #unknownProducts = new Set<string>()
  readonly #months = new Map<string, { month: string; sales: number; cents: number; new: number }>()
  readonly #samples: Sales['samples'] = []
  readonly #lines: Sales['lines'] = []
  #counts = { new: 0, existing: 0, rejected: 0, repeated: 0, items: 0, unknown_items: 0 }
  #cents = 0
  #days: { first: string; last: string } | undefined

  reject({ line, receipt, reason, unknownSite }: RejectedRow) {
    this.#counts.rejected++
    if (unknownSite) this.unknownSites.add(unknownSite)
    if (this.#lines.length < LINES_SHOWN) this.#lines.push({ line, receipt, reason })
  }

  /** A sale that can be read, whether it is new or not. */
  add(sale: FileSale, day: string, isNew: boolean) {
    this.#counts[isNew ? 'new' : 'existing']++
    this.#counts.repeated += sale.repeated
    if (isNew) this.#cents += sale.finalamount
    const name = day.slice(0, 7)
    const month = this.#months.get(name) ?? { month: name, sales: 0, cents: 0, new: 0 }
    month.sales++
    month.cents += sale.finalamount
    if (isNew) month.new++
    this.#months.set(name, month)
    const { first = day, last = day } = this.#days ?? {}
    this.#days = { first: day < first ? day : first, last: day > last ? day : last }
  }

  addItems(matched: number, unknown: string[]) {
    this.#counts.items += matched
    this.#counts.unknown_items += unknown.length
    for (const name of unknown) if (this.#unknownProducts.size < PRODUCTS_SHOWN) this.#unknownProducts.add(name)
  }

  addSample(sample: Sales['samples'][number]) {
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
      ...{ first_day: first, last_day: last },
      months: [...this.#months.values()]
        .sort((a, b) => a.month.localeCompare(b.month))
        .map(({ cents, ...month }): Month => ({ ...month, amount: cents / 100 })),
      samples: this.#samples,
      unknown_products: [...this.#unknownProducts],
      unknown_sites: this.unknownSites.list(),
      unknown_employees: this.unknownEmployees.list(),
      lines: this.#lines.sort((a, b) => a.line - b.line),
    }
  }
}
