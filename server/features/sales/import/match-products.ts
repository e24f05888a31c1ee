import { barcodeIdentity } from '../../../../contract/shared/barcode-identity.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { FileSale, SaleLine } from './build-sale.ts'
import { findProducts, type KnownProduct } from './queries.ts'

/** Null for a text that no product of the site has. */
type Known = Map<string, KnownProduct | null>

/** Texts of a site in memory. */
const MAX_KNOWN = 20_000

/** Finds the products of lines by barcode, or by name, at the site of their sale. A text that is known is not looked up again. */
export class ProductMatcher {
  readonly #sites = new Map<number, { barcodes: Known; names: Known }>()

  /** Call for sales of one site before their lines are matched. */
  async load(within: InBusiness, siteid: number, sales: FileSale[]) {
    const known = this.#findKnown(siteid)
    const lines = sales.flatMap((sale) => sale.lines.filter(({ isCharge }) => !isCharge))
    const barcodes = listNew(
      known.barcodes,
      lines.map(({ barcode }) => barcodeIdentity(barcode)),
    )
    const names = listNew(
      known.names,
      lines.map(({ productname }) => toName(productname)),
    )
    if (barcodes.length + names.length === 0) return
    for (const text of barcodes) known.barcodes.set(text, null)
    for (const text of names) known.names.set(text, null)
    const products = await within((scope) => findProducts(scope, siteid, barcodes, names))
    for (const { barcode, name, archived_at: _, place: __, ...product } of products) {
      const identity = barcodeIdentity(barcode)
      if (identity && known.barcodes.get(identity) === null) known.barcodes.set(identity, product)
      if (known.names.get(name) === null) known.names.set(name, product)
    }
  }

  #findKnown(siteid: number) {
    const known = this.#sites.get(siteid)
    if (known && known.barcodes.size + known.names.size < MAX_KNOWN) return known
    const empty = { barcodes: new Map(), names: new Map() }
    this.#sites.set(siteid, empty)
    return empty
  }

  find(siteid: number, { barcode, productname }: SaleLine) {
    const known = this.#sites.get(siteid)
    return known?.barcodes.get(barcodeIdentity(barcode)) ?? known?.names.get(toName(productname)) ?? undefined
  }
}

/** The rate of a product on a day with this standard rate. */
export const findRate = ({ vat_code }: KnownProduct, standard: number): VatRate =>
  vat_code === 'exempt' ? 'exempt' : vat_code === 'zero' ? 0 : standard

const toName = (productname: string) => productname.toLowerCase()
const listNew = (known: Known, texts: string[]) => [...new Set(texts)].filter((text) => text !== '' && !known.has(text))
