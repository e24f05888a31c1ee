import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { FURTHER_BARCODE_TAKEN } from '../../../contract/products.ts'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { type FurtherBarcode, formatFurtherBarcodes } from '../../../contract/shared/further-barcodes.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

export const isSameCodes = (codes: FurtherBarcode[], others: FurtherBarcode[]) =>
  formatFurtherBarcodes(codes) === formatFurtherBarcodes(others)

/** As a column of jsonb takes them. */
export const toJsonb = (codes: readonly FurtherBarcode[]) => sql<FurtherBarcode[]>`${JSON.stringify(codes)}::jsonb`

/** The error of a barcode that is another product's, or the product's own one and a further one too. */
export const takenError = (barcode: string, message: string) =>
  new ORPCError('FURTHER_BARCODE_TAKEN', { status: FURTHER_BARCODE_TAKEN.status, message, data: { barcode } })

/** A product with the barcodes that it will have. `productid` is null for a new one. */
export type WithBarcodes = { productid: number | null; siteid: number; barcode: string; further_barcodes: FurtherBarcode[] }

/** Why a product cannot have a further barcode that is its own one too; undefined when none is. */
export function findOwnTwice({ barcode, further_barcodes }: Pick<WithBarcodes, 'barcode' | 'further_barcodes'>) {
  const identity = barcodeIdentity(barcode)
  return further_barcodes.find((code) => identity !== '' && barcodeIdentity(code.barcode) === identity)?.barcode
}

export const describeOwnTwice = (barcode: string) => `${barcode} is the barcode of this product itself.`

export type TakenBarcode = { nth: number; barcode: string; productid: number; productname: string; sitename: string }

/**
 * The barcodes of these products that another live product of their site has: a further one as any barcode, `barcode` as a further one. Two
 * that are `barcode` are found by the key of the site. `nth` is the index of the product. One pass over each, for any number.
 */
export async function findTaken(scope: Scope, products: WithBarcodes[]): Promise<TakenBarcode[]> {
  const codes = products.flatMap(({ productid, siteid, barcode, further_barcodes }, nth) => [
    ...(barcode ? [{ nth, productid, siteid, barcode, identity: barcodeIdentity(barcode), is_further: false }] : []),
    ...further_barcodes.map((code) => ({
      ...{ nth, productid, siteid, barcode: code.barcode, identity: barcodeIdentity(code.barcode), is_further: true },
    })),
  ])
  if (codes.length === 0) return []
  const { rows } = await sql<TakenBarcode>`
    with code as materialized (
      select * from json_to_recordset(${JSON.stringify(codes)}) as code (
        nth integer, productid bigint, siteid bigint, barcode text, identity text, is_further boolean)
    ), taken as (
      select code.nth, code.productid as own, code.barcode, b.productid
        from code
        join product_barcodes b on b.businessid = ${currentBusiness} and b.siteid = code.siteid and b.barcode_identity = code.identity and b.is_live
      union all
      select code.nth, code.productid, code.barcode, p.productid
        from code
        join product p on p.businessid = ${currentBusiness} and p.siteid = code.siteid and p.barcode_identity = code.identity
                      and p.barcode_identity <> '' and p.archived_at is null
       where code.is_further
    )
    select nth, taken.barcode, productid, productname, sitename
      from taken join product using (productid) join site using (businessid, siteid)
     where businessid = ${currentBusiness} and productid is distinct from own
     order by nth, taken.barcode, productid`.execute(scope)
  return rows
}

/** Throws the error that names the product which has one of the barcodes already. */
export async function requireFreeBarcodes(scope: Scope, products: WithBarcodes[]) {
  for (const product of products) {
    const twice = findOwnTwice(product)
    if (twice !== undefined) throw takenError(twice, describeOwnTwice(twice))
  }
  const [taken] = await findTaken(scope, products)
  if (!taken) return
  const at = new Set(products.map(({ siteid }) => siteid)).size > 1 ? ` at ${taken.sitename}` : ''
  throw takenError(taken.barcode, `${taken.productname} already has the barcode ${taken.barcode}${at}.`)
}
