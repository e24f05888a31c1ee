import { type RawBuilder, sql } from 'kysely'
import { hasProductFilter, type LineFilters, type PlaceFilters, type ProductText } from '../../../contract/search/filters.ts'
import { UNKNOWN_PRODUCTS } from '../../../contract/search/reports.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { joinConditions } from '../list-query.ts'

/** False without ids: there is nothing to choose. One id is compared with '=', so that an index can give its rows in order. */
export const isAny = (column: string, ids: number[]) =>
  ids.length > 0 && (ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids}::bigint[])`)
export const isAnyText = (column: string, texts: string[]) => texts.length > 0 && sql`${sql.ref(column)} = any(${texts}::text[])`
export const isAnyRate = (column: string, rates: VatRate[]) => isAnyText(column, rates.map(String))
export const ofBusiness = sql`businessid = ${currentBusiness}`

/** Sales of which a payment that is not their largest has one of these methods. `isInRange` is a condition on sale_payments. */
export const hasOtherPayment = (methods: string[], isInRange: RawBuilder<unknown>) => sql`
  saleid in (select saleid from sale_payments
              where ${ofBusiness} and other_orders = 1 and ${isAnyText('sale_payments.normalized_payment_method', methods)} and ${isInRange})`

/** Sales of which any payment has one of these methods. False without methods. */
export const isPaidBy = (methods: string[], isInRange: RawBuilder<unknown>) => {
  const ofLargest = isAnyText('normalized_payment_method', methods)
  return ofLargest && sql`(${ofLargest} or has_payments and ${hasOtherPayment(methods, isInRange)})`
}

/** The ids of the employees of tills: each is named on the sales of a site that name nobody. */
export const tillEmployees = sql`(select till_employeeid from site where businessid = ${currentBusiness} and till_employeeid is not null)`
/** What the sales of such an employee are called, before the name of the site. */
export const WITHOUT_EMPLOYEE = 'Without an employee,'
/** The site of such an employee as `of_till`, without a row for a person. */
export const joinTillSite = (employeeid: RawBuilder<unknown>) => sql`
  left join (select siteid, sitename, till_employeeid from site where businessid = ${currentBusiness}) of_till
         on of_till.till_employeeid = ${employeeid}`

/** The conditions on rows with a site and an employee. */
export const matchesPlace = ({ sites, employees }: PlaceFilters) => [isAny('siteid', sites), isAny('employeeid', employees)]

/** The category or the supplier of a product in reports. */
export const selectProductText = (column: ProductText) =>
  sql`case when is_unknown then ${sql.lit(UNKNOWN_PRODUCTS)} else ${sql.ref(column)} end`

/** The products of the filters. */
export const isProductOf = ({ products, categories, suppliers }: LineFilters) => {
  const isAnyOf = (column: ProductText, texts: string[]) =>
    texts.length > 0 && sql`${selectProductText(column)} = any(${texts}::text[])`
  const ofTexts = [isAnyOf('category', categories), isAnyOf('supplier', suppliers)].filter((condition) => condition !== false)
  const inTexts =
    ofTexts.length > 0 && sql`productid in (select productid from product where ${joinConditions([ofBusiness, ...ofTexts])})`
  const ofIds = isAny('productid', products)
  return (ofIds || inTexts) && joinConditions([ofIds, inTexts])
}

/** The lines of the filters. */
export const isLineOf = (filters: LineFilters) =>
  joinConditions([isProductOf(filters), isAnyRate('saleitems.vat_rate', filters.vat_rates)])

/** Sales with something that no line has, of the filters. */
export const hasMoreThanLines = ({ vat_rates }: LineFilters) =>
  joinConditions([sql`finalamount_cents <> itemised_cents`, isAnyRate('sales.vat_rate', vat_rates)])

/** Whether the filters can choose what sales have that no line has: it has a VAT rate and no product. */
export const hasRemainder = (filters: LineFilters) => !hasProductFilter(filters)
