import type { SaleRow } from '../../contract/sales.ts'
import type { Page } from '../../contract/shared/list.ts'

/** A page of a list as the server answers it; one past the end is the last. */
export function toPage<Row>(rows: Row[], page = 1, size = 10): Page<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const shown = Math.min(page, pages)
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages, results: rows.length }
}

/** A page of sales, none of which was found by its number alone. */
export const toSalesPage = (rows: SaleRow[], page = 1, exact_matches: SaleRow[] = []) => ({
  ...toPage(rows, page),
  exact_matches,
})
