import type { ReportRow } from '../../contract/reports.ts'
import type { Dimension } from '../../contract/search/reports.ts'

const NO_NAME: Partial<Record<Dimension, string>> = {
  site: 'No site',
  employee: 'No employee',
  product: 'Product without a name',
  category: 'No category',
  supplier: 'No supplier',
}

/** What a person reads for a site, product, person, category or supplier of a report. */
export const getGroupName = (by: Dimension, { key, name }: Pick<ReportRow, 'key' | 'name'>) =>
  key === null ? 'Sales without item details' : name || NO_NAME[by] || key
