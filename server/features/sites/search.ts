import { sql } from 'kysely'
import type { SitesSearch } from '../../../contract/search/sites.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { containsText, joinConditions } from '../../shared/list-query.ts'

export const matchesSearch = ({ q }: Pick<SitesSearch, 'q'>) =>
  joinConditions([
    sql`site.businessid = ${currentBusiness}`,
    q !== '' && sql`(${containsText(sql`sitename`, q)} or ${containsText(sql`location`, q)})`,
  ])

/** Ends with the id, or two equal names could swap between pages. */
export const orderBySearch = ({ sort, dir }: Pick<SitesSearch, 'sort' | 'dir'>) => sql`${sql.ref(sort)} ${sql.raw(dir)}, siteid`
