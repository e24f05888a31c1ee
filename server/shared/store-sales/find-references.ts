import { type RawBuilder, sql } from 'kysely'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { toPriceCents } from '../../../contract/shared/decimal.ts'
import { readSold } from '../../../contract/shared/scale-barcodes.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import { currentBusiness, executePrepared, hideFromPlanner } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findScaleBarcodes, type ScaleBarcodes } from '../scale-barcodes.ts'
import { findSites, type SiteSale, type SoldLine, type StoreOptions } from './sold-sale.ts'

type StoredSale = { reference: string; saleid: number; siteid: number; content_hash: string }
/** `barcode` is what a till may send for it, in any way of writing it. */
export type KnownProduct = {
  productid: number
  siteid: number
  barcode: string
  /** Where `barcode` is a further one of the product, or of a scale: how many one scan is. Null for its own barcode. */
  units: number | null
  /** Not archived. A product that an unknown one turned out to be counts as archived by the text of the unknown one. */
  is_listed: boolean
  productname: string
  price: number
  /** Null when it is not known. */
  purchaseprice: number | null
  vat_code: string
  is_unknown: boolean
  /** In rand, that a barcode of a scale has. */
  scanned_price?: number | null
}
type References = {
  stored: StoredSale[]
  employees: number[]
  products: KnownProduct[]
  vat_rates: VatRate[]
  /** The time of the database. */
  now: Date
  scales: ScaleBarcodes
}

/** The stored sales with the same references, and the employees and products that the sales refer to. */
export async function findReferences(scope: Scope, sales: SiteSale[]): Promise<References> {
  const siteids = findSites(sales)
  const references = sales.map(({ sale }) => sale.reference)
  const items = sales.flatMap(({ sale }) => sale.items)
  const productids = items.flatMap(({ productid }) => productid ?? [])
  // Most barcodes of a batch are on several lines.
  const scanned = [...new Set(items.flatMap(({ barcode }) => barcode || []))]
  const scales = await findScaleBarcodes(scope, scanned)
  const barcodes = [
    ...new Set([...scanned.map(barcodeIdentity), ...[...scales.values()].flatMap(({ identities }) => identities)]),
  ]
  const employeeids = sales.flatMap(({ sale }) => sale.employeeid ?? [])
  const isAny = (column: string, values: unknown[], type: string) =>
    sql`${sql.ref(column)} = any(${hideFromPlanner(sql`${values}::${sql.raw(type)}`)}::${sql.raw(type)})`
  const rows = await executePrepared<Omit<References, 'scales'>>(
    scope,
    'references of sales',
    sql`
    select
      (select coalesce(json_agg(json_build_object('reference', reference, 'saleid', saleid, 'siteid', siteid, 'content_hash', encode(content_hash, 'hex'))), '[]')
         from sales
        where businessid = ${currentBusiness} and ${isAny('reference', references, 'text[]')}) as stored,
      (select coalesce(json_agg(employeeid), '[]')
         from employee
        where businessid = ${currentBusiness} and ${isAny('employeeid', employeeids, 'bigint[]')}) as employees,
      ${selectProducts(sql`
        select ${ofProduct}, p.barcode, null::integer as units from product p
         where businessid = ${currentBusiness} and siteid = any(${siteids}::bigint[]) and ${isAny('productid', productids, 'bigint[]')}
         union
        select ${ofProduct}, p.barcode, null from product p
         where businessid = ${currentBusiness} and siteid = any(${siteids}::bigint[]) and barcode_identity <> '' and ${isAny('barcode_identity', barcodes, 'text[]')}`)},
      (select json_agg(vat_rate_json(format_vat_rate(vat_code, percent)) order by vat_code <> 'standard', first_day desc)
         from vat_rates where businessid = ${currentBusiness}) as vat_rates,
      now() as now`,
  )
  const [found] = rows
  if (!found) throw new Error('a statement without a table returns a row')
  const listed = new Set(
    found.products.flatMap(({ siteid, barcode, is_listed }) => (is_listed ? `${siteid} ${barcodeIdentity(barcode)}` : [])),
  )
  const others = barcodes.filter((identity) => siteids.some((siteid) => !listed.has(`${siteid} ${identity}`)))
  // Most barcodes are the own ones of products. Another statement costs less than to look for each in two tables.
  if (others.length > 0) found.products = mergeListedFirst(found.products, await findFurther(scope, siteids, others))
  return { ...found, scales }
}

const ofProduct = sql.raw(
  'p.productid, p.siteid, same_as, productname, price, purchaseprice, is_free, vat_code, is_unknown, archived_at',
)

/**
 * The products of rows of `product` with a barcode. A till that was offline may refer to an archived product. A barcode means the product
 * that has it now, or the product that an unknown one turned out to be. The first one counts, so the older of two.
 */
const selectProducts = (source: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(named order by archived_at desc nulls first, productid), '[]')
     from (
       select coalesce(p.productid, sold.productid) as productid, sold.siteid, sold.barcode, sold.units,
              coalesce(p.productname, sold.productname) as productname, coalesce(p.price, sold.price) as price,
              case when coalesce(p.purchaseprice, sold.purchaseprice) > 0 or coalesce(p.is_free, sold.is_free)
                   then coalesce(p.purchaseprice, sold.purchaseprice) end as purchaseprice,
              coalesce(p.vat_code, sold.vat_code) as vat_code, sold.is_unknown and p.productid is null as is_unknown,
              sold.archived_at is null as is_listed, sold.archived_at
         from (${source}) sold
         left join product p on p.businessid = ${currentBusiness} and p.productid = sold.same_as
     ) named) as products`

/** The products that have these identities as further barcodes. */
async function findFurther(scope: Scope, siteids: number[], identities: string[]) {
  const { rows } = await sql<Pick<References, 'products'>>`
    select ${selectProducts(sql`
      select ${ofProduct}, b.barcode, b.units
        from product_barcodes b join product p on p.businessid = b.businessid and p.productid = b.productid
       where b.businessid = ${currentBusiness} and b.siteid = any(${siteids}::bigint[]) and b.barcode_identity = any(${identities}::text[])`)}`.execute(
    scope,
  )
  return rows[0]?.products ?? []
}

const mergeListedFirst = (own: KnownProduct[], further: KnownProduct[]) =>
  [...own, ...further].toSorted((a, b) => Number(b.is_listed) - Number(a.is_listed))

export type Lookup = ReturnType<typeof createLookup>

/** What the sales refer to, by what a line says. */
export function createLookup({ employees, products, vat_rates, scales }: References, { importid }: StoreOptions) {
  const byId = new Map(products.flatMap((product) => (product.units === null ? [[product.productid, product]] : [])))
  const byBarcode = Map.groupBy(products, ({ siteid, barcode }) => `${siteid} ${barcodeIdentity(barcode)}`)
  const byText = new Map<string, KnownProduct>()
  const employeeids = new Set(employees)
  /** Of two products that share a barcode, the one that has it letter by letter. */
  const findByBarcode = (siteid: number, barcode: string) => {
    const same = byBarcode.get(`${siteid} ${barcodeIdentity(barcode)}`) ?? []
    return same.find((product) => product.is_listed && product.barcode === barcode) ?? same[0]
  }
  /** Lines are looked up several times, and most barcodes are on several lines. */
  const found = new Map<string, KnownProduct | undefined>()
  const recallByBarcode = (siteid: number, barcode: string) => {
    const key = `${siteid} ${barcode}`
    if (!found.has(key)) found.set(key, findByBarcode(siteid, barcode))
    return found.get(key)
  }
  /** The product that a barcode of a scale names, where no product has the barcode itself. */
  const findByScale = (
    siteid: number,
    { barcode = '', quantity, price_cents, total_cents }: SoldLine,
  ): KnownProduct | undefined => {
    const scale = scales.get(barcode)
    if (!scale) return undefined
    const [product] = scale.identities.flatMap((identity) => recallByBarcode(siteid, identity) ?? [])
    if (!product || product.is_unknown) return undefined
    const sold = readSold(scale, { quantity, price_cents, total_cents }, toPriceCents(product.price))
    return sold && { ...product, units: sold.units, scanned_price: scale.price }
  }
  return {
    vat_rates,
    hasEmployee: (employeeid: number) => employeeids.has(employeeid),
    /** A file may have the rate of another country or year. */
    hasVatRate: (rate: VatRate) => importid !== undefined || vat_rates.includes(rate),
    product: (siteid: number, line: SoldLine) => {
      if (line.kind === 'charge') return undefined
      if (line.productid === undefined)
        return (
          (line.barcode ? (recallByBarcode(siteid, line.barcode) ?? findByScale(siteid, line)) : undefined) ??
          byText.get(toText(siteid, line))
        )
      const product = byId.get(line.productid)
      return product?.siteid === siteid ? product : undefined
    },
    add: (line: SoldLine, product: KnownProduct) => byText.set(toText(product.siteid, line), product),
  }
}

/** A line without `productid`, as one text. */
export const toText = (siteid: number, { barcode = '', productname = '' }: SoldLine) =>
  JSON.stringify([siteid, barcode, productname])
