import { barcodeIdentity } from '../../../../contract/shared/barcode-identity.ts'
import { readSold } from '../../../../contract/shared/scale-barcodes.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { foldName } from '../../../shared/fold-name.ts'
import { findScaleBarcodes, type ScaleBarcodes } from '../../../shared/scale-barcodes.ts'
import type { FileSale, SaleLine } from './build-sale.ts'
import { findProducts, type KnownProduct } from './queries.ts'

/** Null for a text that no product of the site has. */
type Known = Map<string, KnownProduct | null>
type Site = { barcodes: Known; names: Known; scales: ScaleBarcodes }

/** Texts of a site in memory. */
const MAX_KNOWN = 20_000

/** Finds the products of lines by barcode, or by name, at the site of their sale. A text that is known is not looked up again. */
export class ProductMatcher {
  readonly #sites = new Map<number, Site>()

  /** Call for sales of one site before their lines are matched. */
  async load(within: InBusiness, siteid: number, sales: FileSale[]) {
    const known = this.#findKnown(siteid)
    const lines = sales.flatMap((sale) => sale.lines.filter(({ isCharge }) => !isCharge))
    const texts = lines.map(({ barcode }) => barcode)
    const scales = await within((scope) => findScaleBarcodes(scope, texts))
    for (const [text, scale] of scales) known.scales.set(text, scale)
    const barcodes = listNew(known.barcodes, [
      ...texts.map(barcodeIdentity),
      ...[...scales.values()].flatMap(({ identities }) => identities),
    ])
    const names = listNew(
      known.names,
      lines.flatMap(({ productname }) => [toName(productname), foldName(productname)]),
    )
    if (barcodes.length + names.length === 0) return
    for (const text of barcodes) known.barcodes.set(text, null)
    for (const text of names) known.names.set(text, null)
    const products = await within((scope) => findProducts(scope, siteid, barcodes, names))
    const found = products.map(({ barcode, name, folded, archived_at: _, place: __, ...product }) => ({
      ...{ identity: barcodeIdentity(barcode), name, folded, product },
    }))
    for (const { identity, name, product } of found) {
      if (identity && known.barcodes.get(identity) === null) known.barcodes.set(identity, product)
      if (known.names.get(name) === null) known.names.set(name, product)
    }
    // Behind all exact names.
    for (const { folded, product } of found) if (folded && known.names.get(folded) === null) known.names.set(folded, product)
  }

  #findKnown(siteid: number): Site {
    const known = this.#sites.get(siteid)
    if (known && known.barcodes.size + known.names.size + known.scales.size < MAX_KNOWN) return known
    const empty = { barcodes: new Map(), names: new Map(), scales: new Map() }
    this.#sites.set(siteid, empty)
    return empty
  }

  find(siteid: number, line: SaleLine) {
    const known = this.#sites.get(siteid)
    return (
      known?.barcodes.get(barcodeIdentity(line.barcode)) ??
      (known && findByScale(known, line)) ??
      known?.names.get(toName(line.productname)) ??
      known?.names.get(foldName(line.productname)) ??
      undefined
    )
  }
}

/** The product that the barcode of a scale names. */
function findByScale({ barcodes, scales }: Site, { barcode, quantity, price, total }: SaleLine): KnownProduct | undefined {
  const scale = scales.get(barcode)
  const [product] = scale?.identities.flatMap((identity) => barcodes.get(identity) ?? []) ?? []
  if (!scale || !product) return undefined
  const sold = readSold(scale, { quantity, price_cents: price, total_cents: total }, product.price_cents)
  if (!sold) return undefined
  const units = sold.units ?? 1
  return { ...product, units, price_cents: sold.price_cents ?? product.price_cents * units }
}

/** The rate of a product on a day with this standard rate. */
export const findRate = ({ vat_code }: KnownProduct, standard: number): VatRate =>
  vat_code === 'exempt' ? 'exempt' : vat_code === 'zero' ? 0 : standard

const toName = (productname: string) => productname.toLowerCase()
const listNew = (known: Known, texts: string[]) => [...new Set(texts)].filter((text) => text !== '' && !known.has(text))
