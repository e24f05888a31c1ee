import { type RawBuilder, sql } from 'kysely'
import type { SuppliersSearch } from '../../../contract/search/suppliers.ts'
import { SUPPLIERS_PER_PAGE } from '../../../contract/shared/constants.ts'
import type { Supplier, SupplierInput, SupplierOption } from '../../../contract/suppliers.ts'
import { violates } from '../../../db/errors.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { readPage } from '../../shared/list-query.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { matchesSearch, orderBySearch } from './search.ts'

/**
 * How many products name each supplier, by its name in lower case. An object, because a join could be a nested loop where statistics are
 * missing. The exact texts are counted first, which an index of the listing answers alone.
 */
const PRODUCTS_BY_NAME = sql`
  (select jsonb_object_agg(folded, products) from (
     select lower(supplier) as folded, sum(products) as products
       from (
         select supplier, count(*) as products from product_listing
          where businessid = ${currentBusiness} and supplier <> '' group by supplier
       ) texts
      group by folded) named)`

const selectSuppliers = (matches: RawBuilder<unknown>) => sql`
  select supplierid, name, email, phone, account_number, lead_time_days, minimum_order, version,
         coalesce((${PRODUCTS_BY_NAME} ->> lower(name))::integer, 0) as products
    from suppliers
   where ${matches}`

export const listSuppliers = (scope: Scope, search: SuppliersSearch) =>
  readPage(
    search.page,
    SUPPLIERS_PER_PAGE,
    () =>
      scope
        .selectFrom('suppliers')
        .select(({ fn }) => fn.countAll<number>().as('results'))
        .where(matchesSearch(search))
        .executeTakeFirstOrThrow(),
    async ({ limit, offset }) => {
      const { rows } = await sql<Supplier>`
        ${selectSuppliers(matchesSearch(search))} order by ${orderBySearch(search)} limit ${limit} offset ${offset}`.execute(
        scope,
      )
      return rows
    },
  )

export async function findSupplier(scope: Scope, supplierid: number): Promise<Supplier | undefined> {
  const { rows } = await sql<Supplier>`
    ${selectSuppliers(sql`suppliers.businessid = ${currentBusiness} and supplierid = ${supplierid}`)}`.execute(scope)
  return rows[0]
}

export const listSupplierOptions = (scope: Scope): Promise<SupplierOption[]> =>
  scope
    .selectFrom('suppliers')
    .select(['supplierid', 'name'])
    .where('businessid', '=', currentBusiness)
    .orderBy('name')
    .orderBy('supplierid')
    .execute()

type NameTaken = { status: 'name taken'; by: SupplierOption }

/** The write, or the supplier that already has the name. */
async function unlessNameIsTaken<Result>(scope: Scope, name: string, write: () => Promise<Result>): Promise<Result | NameTaken> {
  await sql`savepoint naming`.execute(scope)
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'suppliers__by_name')) throw error
    await sql`rollback to savepoint naming`.execute(scope)
    const by = await scope
      .selectFrom('suppliers')
      .select(['supplierid', 'name'])
      .where('businessid', '=', currentBusiness)
      .where(sql<boolean>`lower(name) = lower(${name} collate "und-x-icu")`)
      .executeTakeFirst()
    if (!by) throw error // it was deleted since
    return { status: 'name taken', by }
  }
}

/** A retry with the same `request_id` returns the supplier of the first request. */
export async function insertSupplier(scope: Scope, { request_id, ...supplier }: SupplierInput & { request_id?: string }) {
  const { existing, key } = await claimRequest(scope, 'suppliers', request_id, supplier)
  if (existing !== undefined) return { status: 'saved' as const, supplierid: existing }
  return unlessNameIsTaken(scope, supplier.name, async () => ({
    status: 'saved' as const,
    ...(await scope
      .insertInto('suppliers')
      .values({ ...supplier, ...key })
      .returning('supplierid')
      .executeTakeFirstOrThrow()),
  }))
}

/**
 * Locks suppliers in key order. Every product that names one of them is committed then, or waits for the end of this transaction: see the
 * triggers of db/functions/suppliers.sql. Lock them before their products.
 */
const lockSuppliers = (scope: Scope, supplierids: number[]) =>
  scope
    .selectFrom('suppliers')
    .select(['supplierid', 'name', 'version'])
    .where('businessid', '=', currentBusiness)
    .where('supplierid', 'in', supplierids)
    .orderBy('supplierid')
    .forUpdate()
    .execute()

/** Gives the products of a supplier another text, archived ones too, because reports show them by supplier. */
async function renameInProducts(scope: Scope, from: string, to: string) {
  const namesIt = sql`businessid = ${currentBusiness} and lower(supplier) = lower(${from} collate "und-x-icu") and supplier <> ${to}`
  // In key order, as sales lock their products: this prevents deadlocks with tills.
  await sql`
    with locked as materialized (
      select productid from product where ${namesIt} order by productid for no key update
    )
    update product set supplier = ${to}, version = version + 1
      from locked
     where businessid = ${currentBusiness} and product.productid = locked.productid`.execute(scope)
}

type Update = { supplierid: number; supplier: SupplierInput; opened: { version: number } }

export async function updateSupplier(
  scope: Scope,
  { supplierid, supplier, opened }: Update,
): Promise<UpdateOutcome<Supplier> | NameTaken> {
  const [before] = await lockSuppliers(scope, [supplierid])
  if (before?.version !== opened.version) return notSaved(await findSupplier(scope, supplierid))
  const taken = await unlessNameIsTaken(scope, supplier.name, async () => {
    await scope
      .updateTable('suppliers')
      .set(({ ref }) => ({ ...supplier, version: sql`${ref('version')} + 1` }))
      .where('businessid', '=', currentBusiness)
      .where('supplierid', '=', supplierid)
      .execute()
  })
  if (taken) return taken
  if (before.name !== supplier.name) await renameInProducts(scope, before.name, supplier.name)
  return { status: 'saved' }
}

/** False when one of the suppliers does not exist. A supplier with related records violates a foreign key. */
export async function mergeSuppliers(scope: Scope, { supplierid, into }: { supplierid: number; into: number }) {
  const locked = await lockSuppliers(scope, [supplierid, into])
  const merged = locked.find((supplier) => supplier.supplierid === supplierid)
  const kept = locked.find((supplier) => supplier.supplierid === into)
  if (!merged || !kept) return false
  await sql`
    update suppliers kept
       set email = coalesce(nullif(kept.email, ''), merged.email), phone = coalesce(nullif(kept.phone, ''), merged.phone),
           account_number = coalesce(nullif(kept.account_number, ''), merged.account_number),
           lead_time_days = coalesce(kept.lead_time_days, merged.lead_time_days),
           minimum_order = coalesce(kept.minimum_order, merged.minimum_order), version = kept.version + 1
      from suppliers merged
     where kept.businessid = ${currentBusiness} and kept.supplierid = ${into}
       and merged.businessid = ${currentBusiness} and merged.supplierid = ${supplierid}`.execute(scope)
  // Documents before products: that is the order of a delivery, so that both never wait for each other.
  await sql`
    with locked as materialized (
      select documentid from stock_documents
       where businessid = ${currentBusiness} and supplierid = ${supplierid} order by documentid for no key update
    )
    update stock_documents document set supplierid = ${into}, version = version + 1
      from locked
     where businessid = ${currentBusiness} and document.documentid = locked.documentid`.execute(scope)
  await renameInProducts(scope, merged.name, kept.name)
  await deleteSupplier(scope, supplierid)
  return true
}

const deleteSupplier = (scope: Scope, supplierid: number) =>
  scope.deleteFrom('suppliers').where('businessid', '=', currentBusiness).where('supplierid', '=', supplierid).execute()

export type RemoveOutcome = 'removed' | 'not found' | 'named by archived' | { products: number }

/** A supplier with related records violates a foreign key. */
export async function removeSupplier(scope: Scope, supplierid: number): Promise<RemoveOutcome> {
  const [supplier] = await lockSuppliers(scope, [supplierid])
  if (!supplier) return 'not found'
  const { rows } = await sql<{ products: number; archived: number }>`
    select count(*) filter (where archived_at is null)::integer as products, count(archived_at)::integer as archived from product
     where businessid = ${currentBusiness} and lower(supplier) = lower(${supplier.name} collate "und-x-icu")`.execute(scope)
  const { products = 0, archived = 0 } = rows[0] ?? {}
  if (products > 0) return { products }
  if (archived > 0) return 'named by archived'
  await deleteSupplier(scope, supplierid)
  return 'removed'
}
