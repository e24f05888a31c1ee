import { SALE_TITLES } from '../../../../contract/columns/sale-titles.ts'
import { type SalesImportPreview, SalesImportSearch } from '../../../../contract/sales-imports.ts'
import type { Import } from '../../../http/import-routes.ts'
import { createPreview } from './create-preview.ts'
import { listRejected } from './list-rejected.ts'

export const salesImport: Import<SalesImportSearch, SalesImportPreview> = {
  noun: 'sales',
  search: SalesImportSearch,
  titles: SALE_TITLES,
  preview: createPreview,
  listRejected,
}
