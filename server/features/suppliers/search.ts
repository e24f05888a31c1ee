import { sql } from 'kysely'
import type { SuppliersSearch } from '../../../contract/search/suppliers.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { containsText, joinConditions } from '../../shared/list-query.ts'

export const matchesSearch = ({ q }: Pick<SuppliersSearch, 'q'>) =>
  joinConditions([
    sql`suppliers.businessid = ${currentBusiness}`,
    q !== '' && sql`(${containsText(sql`name`, q)} or ${containsText(sql`email`, q)} or ${containsText(sql`account_number`, q)})`,
  ])

const TEXTS: SuppliersSearch['sort'][] = ['email', 'phone']

/** Suppliers without a value come last. Ends with the id, or two equal values could swap between pages. */
export const orderBySearch = ({ sort, dir }: Pick<SuppliersSearch, 'sort' | 'dir'>) => {
  const value = TEXTS.includes(sort) ? sql`nullif(${sql.ref(sort)}, '')` : sql.ref(sort)
  return sql`${value} ${sql.raw(dir)} nulls last, name, supplierid`
}
