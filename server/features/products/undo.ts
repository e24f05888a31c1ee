import { sql } from 'kysely'
import type { ProductEdit } from '../../../contract/products.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findValuesBefore, undoError } from '../../shared/undo.ts'
import { selectVatRate } from '../../shared/vat-rates.ts'
import { findProduct, updateProduct } from './queries.ts'

/** Gives a product back what one change took from it, as an edit. False when there is no such product. Throws as an edit does. */
export async function undoProductChange(scope: Scope, { productid, changeid }: { productid: number; changeid: number }) {
  const product = await findProduct(scope, productid)
  if (!product) return false
  const { version, stock, sitename: _, picture: __, productid: ___, ...current } = product
  const { vat_code, ...before } = await findValuesBefore(scope, {
    ...{ noun: 'product', id: productid, changeid },
    current: { has_own_price: false, ...current, vat_code: await findVatCode(scope, productid) },
  })
  const vat_rate = typeof vat_code === 'string' ? await findVatRate(scope, vat_code) : current.vat_rate
  const edit: ProductEdit = { ...current, ...before, vat_rate, stock }
  const outcome = await updateProduct(scope, { productid, product: edit, opened: { version, stock }, stock_note: '' })
  if (outcome.status !== 'saved') throw undoError('CHANGED_SINCE')
  return true
}

async function findVatCode(scope: Scope, productid: number) {
  const { vat_code } = await scope
    .selectFrom('product')
    .select('vat_code')
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .executeTakeFirstOrThrow()
  return vat_code
}

async function findVatRate(scope: Scope, vat_code: string) {
  const { rows } = await sql<{
    vat_rate: ProductEdit['vat_rate']
  }>`select ${selectVatRate(sql`${vat_code}::text`)} as vat_rate`.execute(scope)
  return rows[0]?.vat_rate
}
