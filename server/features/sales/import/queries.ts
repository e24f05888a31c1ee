import { sql } from 'kysely'
import type { SalesImport } from '../../../../contract/sales-imports.ts'
import { currentBusiness, currentUser } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { foldedName } from '../../../shared/fold-name.ts'
import { selectChosenNames } from '../../../shared/import-names.ts'
import { joinPerson, personName } from '../../../shared/list-query.ts'
import type { ParsedSale } from '../../../shared/store-sales/sold-sale.ts'

/** What rows of a file may refer to. */
export type Names = Awaited<ReturnType<typeof findNames>>

export async function findNames(scope: Scope) {
  const { rows } = await sql<{
    businessid: string
    timezone: string
    today: string
    sites: { siteid: number; sitename: string }[]
    employees: { employeeid: number; firstname: string; lastname: string; employee_code: string | null }[]
    /** What a person chose for names of earlier files. */
    chosen_sites: Record<string, number>
    chosen_employees: Record<string, number>
    /** Sellers of tills and files that a person gave to employees. */
    given_sellers: { employeeid: number; code: string; name: string }[]
    standard_rates: { first_day: string; percent: number }[]
  }>`
    select id as businessid, timezone, to_char(now() at time zone timezone, 'YYYY-MM-DD') as today,
           (select coalesce(json_agg(site), '[]') from (
             select siteid, sitename from site where businessid = ${currentBusiness} order by siteid) site) as sites,
           (select coalesce(json_agg(employee), '[]') from (
             select employeeid, firstname, lastname, employee_code from employee where businessid = ${currentBusiness} order by employeeid) employee)
             as employees,
           ${selectChosenNames('siteid')} as chosen_sites,
           ${selectChosenNames('employeeid')} as chosen_employees,
           (select coalesce(json_agg(seller), '[]') from (
             select employeeid, code, name from unknown_sellers where businessid = ${currentBusiness} and employeeid is not null) seller)
             as given_sellers,
           (select json_agg(rate order by first_day) from (
             select to_char(first_day, 'YYYY-MM-DD') as first_day, percent from vat_rates
              where businessid = ${currentBusiness} and vat_code = 'standard') rate) as standard_rates
      from business where id = ${currentBusiness}`.execute(scope)
  const [names] = rows
  if (!names) throw new Error('a scope has a business')
  return names
}

/** A product of the list, or an archived one. `units`: how many one of the barcode is; the price is theirs. */
export type KnownProduct = { productid: number; price_cents: number; vat_code: string; units: number }

/**
 * The products of a site with one of these identities of barcodes or names, the archived ones last; for an unknown product the one that it turned out to
 * be. Names are in lower case, and also as `foldName` gives them; `folded` is null where that is the name in lower case.
 */
export async function findProducts(scope: Scope, siteid: number, barcodes: string[], names: string[]) {
  const folded = foldedName(sql`sold.productname`)
  const { rows } = await sql<
    KnownProduct & { barcode: string; name: string; folded: string | null; archived_at: Date | null; place: number }
  >`
    select coalesce(p.productid, sold.productid) as productid, sold.barcode, lower(sold.productname) collate "C" as name,
           ${folded} as folded, 1 as units,
           coalesce(p.vat_code, sold.vat_code) as vat_code, (coalesce(p.price, sold.price) * 100)::float8 as price_cents,
           sold.archived_at, sold.productid as place
      from product sold
      left join product p on p.businessid = ${currentBusiness} and p.productid = sold.same_as
     where sold.businessid = ${currentBusiness} and sold.siteid = ${siteid} and (not sold.is_unknown or p.productid is not null)
       and ((sold.barcode_identity <> '' and sold.barcode_identity = any(${barcodes}::text[]))
            or lower(sold.productname) collate "C" = any(${names}::text[]) or ${folded} = any(${names}::text[]))
     union all
    select productid, b.barcode, '', null, units, vat_code, (price * 100 * units)::float8, archived_at, productid
      from product_barcodes b join product using (businessid, productid)
     where businessid = ${currentBusiness} and b.siteid = ${siteid} and b.barcode_identity = any(${barcodes}::text[])
     order by archived_at nulls first, place`.execute(scope)
  return rows
}

type SimilarProduct = { productid: number; barcode: string; name: string; productname: string; siteid: number; sitename: string }

/** Products of other sites with one of these identities of barcodes or names. */
export async function findSimilarProducts(scope: Scope, barcodes: string[], names: string[]) {
  const { rows } = await sql<SimilarProduct>`
    select productid, barcode, lower(productname) collate "C" as name, productname, siteid, sitename
      from product join site using (businessid, siteid)
     where businessid = ${currentBusiness} and archived_at is null
       and ((barcode_identity <> '' and barcode_identity = any(${barcodes}::text[])) or lower(productname) collate "C" = any(${names}::text[]))
     order by productid`.execute(scope)
  return rows
}

/** The content hashes of stored sales by reference. */
export async function findStored(scope: Scope, references: string[]) {
  const { rows } = await sql<{ reference: string; content_hash: string }>`
    select reference, encode(content_hash, 'hex') as content_hash
      from sales where businessid = ${currentBusiness} and reference = any(${references}::text[])`.execute(scope)
  return new Map(rows.map(({ reference, content_hash }) => [reference, content_hash]))
}

/** A sale with a receipt number, as other mappings of the same file may have stored it at another site. */
export type SameSale = { saledate: string; finalamount_cents: number; receipt: string }

/** The indexes of the sales that an import has stored with the same receipt, time and amount, at any site. */
export async function findSameSales(scope: Scope, sales: SameSale[]) {
  const { rows } = await sql<{ index: number }>`
    select distinct (sent.index - 1)::integer as index
      from rows from (json_to_recordset(${JSON.stringify(sales)}) as (saledate text, finalamount_cents bigint, receipt text))
           with ordinality as sent (saledate, finalamount_cents, receipt, index)
      join business on business.id = ${currentBusiness}
      join sales s on s.businessid = ${currentBusiness} and s.saledate = parse_timestamp(sent.saledate, timezone)
       and s.finalamount_cents = sent.finalamount_cents
     where s.importid is not null and right(s.reference, length(sent.receipt)) = sent.receipt`.execute(scope)
  return new Set(rows.map(({ index }) => index))
}

/** The sales of these days that came from no import. */
export async function countOtherSales(scope: Scope, first_day: string, last_day: string, timezone: string) {
  const { rows } = await sql<{ sales: number }>`
    select coalesce((select sum(orders) from site_daily
                      where businessid = ${currentBusiness} and day between ${first_day} and ${last_day}), 0)
           - (select count(*) from sales
               where businessid = ${currentBusiness} and importid is not null
                 and saledate >= ${first_day}::timestamp at time zone ${timezone}
                 and saledate < (${last_day}::date + 1)::timestamp at time zone ${timezone}) as sales`.execute(scope)
  return rows[0]?.sales ?? 0
}

/** What the business has in the months of these days, in rand. */
export async function sumMonths(scope: Scope, first_day: string, last_day: string) {
  const { rows } = await sql<{ month: string; amount: number }>`
    select to_char(day, 'YYYY-MM') as month, sum(revenue_cents)::float8 / 100 as amount
      from site_daily
     where businessid = ${currentBusiness} and day >= date_trunc('month', ${first_day}::date)
       and day < date_trunc('month', ${last_day}::date) + interval '1 month'
     group by 1 order by 1`.execute(scope)
  return rows
}

/** Begins a preview, and deletes the person's earlier ones and those that nobody confirmed. */
export async function insertPreview(scope: Scope, file_name: string) {
  await scope
    .deleteFrom('sales_imports')
    .where('businessid', '=', currentBusiness)
    .where('state', '=', 'preview')
    .where(({ eb, or }) => or([eb('user_id', '=', currentUser), eb('created_at', '<', sql<Date>`now() - interval '1 hour'`)]))
    .execute()
  const { importid } = await scope
    .insertInto('sales_imports')
    .values({ file_name })
    .returning('importid')
    .executeTakeFirstOrThrow()
  return importid
}

export type StagedBatch = { siteid: number; sales: Pick<ParsedSale, 'sale' | 'content_hash'>[] }

export const insertBatch = (scope: Scope, importid: number, batch: number, { siteid, sales }: StagedBatch) =>
  scope
    .insertInto('sales_import_batches')
    .values({ importid, batch, siteid, sales: JSON.stringify(sales) })
    .execute()

type Totals = { new_sales: number; amount: number; first_day: string | null; last_day: string | null }

export const updateTotals = (scope: Scope, importid: number, totals: Totals) =>
  scope
    .updateTable('sales_imports')
    .set(totals)
    .where('businessid', '=', currentBusiness)
    .where('importid', '=', importid)
    .execute()

/** Newest first, without previews. */
export async function listImports(scope: Scope): Promise<SalesImport[]> {
  const { rows } = await sql<SalesImport>`
    select i.importid, i.file_name, i.created_at, ${personName} as imported_by, i.state,
           coalesce(i.active_until > now(), false) as is_running, i.new_sales, i.stored_sales, i.amount, i.moves_stock,
           to_char(i.first_day, 'YYYY-MM-DD') as first_day, to_char(i.last_day, 'YYYY-MM-DD') as last_day
      from sales_imports i
      ${joinPerson('i')}
     where i.businessid = ${currentBusiness} and i.state <> 'preview'
     order by i.importid desc`.execute(scope)
  return rows
}

/** Products whose stock a person has set since the import took their sales off it. */
export async function findCountedProducts(scope: Scope, importid: number) {
  const { rows } = await sql<{ productname: string }>`
    select distinct p.productname
      from sales_imports i
      join stock_movements m on m.businessid = i.businessid and m.reason in ('edit', 'import') and m.moved_at > i.created_at
      join product p on p.businessid = m.businessid and p.productid = m.productid
     where i.businessid = ${currentBusiness} and i.importid = ${importid} and i.moves_stock
       and exists (
         select from saleitems l join sales s on s.businessid = l.businessid and s.saleid = l.saleid
          where l.businessid = i.businessid and l.productid = m.productid and s.importid = i.importid)
     order by p.productname`.execute(scope)
  return rows.map(({ productname }) => productname)
}
