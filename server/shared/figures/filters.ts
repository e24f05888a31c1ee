import { sql } from 'kysely'
import { hasProductFilter, type LineFilters, type PlaceFilters } from '../../../contract/search/filters.ts'
import { STANDARD_VAT_PERCENT } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { joinConditions } from '../list-query.ts'

/** False without ids: there is nothing to choose. One id is compared with '=', so that an index can give its rows in order. */
export const isAny = (column: string, ids: number[]) =>
  ids.length > 0 && (ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids}::bigint[])`)
export const isAnyText = (column: string, texts: string[]) => texts.length > 0 && sql`${sql.ref(column)} = any(${texts}::text[])`
export const ofBusiness = sql`businessid = ${currentBusiness}`

/** The conditions on rows with a site and an employee. */
export const matchesPlace = ({ sites, employees }: PlaceFilters) => [isAny('siteid', sites), isAny('employeeid', employees)]

/** The products of the filters. */
export const isProductOf = ({ products, categories, suppliers }: LineFilters) => {
  const ofTexts = [isAnyText('category', categories), isAnyText('supplier', suppliers)].filter((condition) => condition !== false)
  const inTexts =
    ofTexts.length > 0 && sql`productid in (select productid from product where ${joinConditions([ofBusiness, ...ofTexts])})`
  const ofIds = isAny('productid', products)
  return (ofIds || inTexts) && joinConditions([ofIds, inTexts])
}

/** The lines of the filters. */
export const isLineOf = (filters: LineFilters) => joinConditions([isProductOf(filters), isAny('vat_rate', filters.vat_rates)])

/** Whether the filters choose what sales have beside their lines, which has no product, and the standard rate of VAT. */
export const hasRemainder = (filters: LineFilters) =>
  !hasProductFilter(filters) && (filters.vat_rates.length === 0 || filters.vat_rates.includes(STANDARD_VAT_PERCENT))
