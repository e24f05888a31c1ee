import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import type { SheetLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage, NO_CONNECTION } from '../../lib/api/messages.ts'

/** Rows that the search shows; a longer text finds the others. */
const SHOWN = 8

export type FoundProduct = Pick<SheetLine, 'productid' | 'productname' | 'barcode' | 'category'>
export type ProductSearch = {
  rows: FoundProduct[]
  /** Whether the rows are those of the text. */
  isCurrent: boolean
  /** In place of the rows. */
  message: string
}

/** Finds products of the count on the device itself. A count of what is scanned has none before: the server finds those of its site. */
export function useProductSearch(document: StockDocument, sheet: UseQueryResult<SheetLine[]>, text: string): ProductSearch {
  const isOfSite = document.count_scope === 'chosen'
  const [q] = useDebouncedValue(text, SEARCH_DELAY_MS)
  const found = useQuery({
    ...api.products.list.queryOptions({
      input: ProductsSearch.parse({ siteid: document.siteid, q }),
      placeholderData: keepPreviousData,
    }),
    enabled: isOfSite && q !== '',
  })
  if (text === '') return { rows: [], isCurrent: false, message: '' }
  const source = isOfSite ? found : sheet
  const isCurrent = isOfSite ? q === text && !found.isPlaceholderData && found.data !== undefined : sheet.data !== undefined
  const rows = isOfSite ? (found.data?.rows ?? []) : findLines(sheet.data ?? [], text)
  const message = source.isError
    ? getErrorMessage(source.error, NO_CONNECTION)
    : isCurrent
      ? isOfSite
        ? `Nothing found at ${document.sitename}.`
        : 'Nothing found in this count.'
      : 'Searching…'
  return { rows: isCurrent ? rows.slice(0, SHOWN) : [], isCurrent, message }
}

/** Those whose name begins with the text before those that have it elsewhere. */
function findLines(lines: SheetLine[], text: string) {
  const wanted = text.toLowerCase()
  const identity = barcodeIdentity(text)
  const matches = lines.filter(
    ({ productname, barcode, further_barcodes, category }) =>
      productname.toLowerCase().includes(wanted) ||
      [barcode, ...further_barcodes.map((code) => code.barcode)].some((code) => code && barcodeIdentity(code) === identity) ||
      category.toLowerCase().includes(wanted),
  )
  const isFirst = ({ productname }: SheetLine) => (productname.toLowerCase().startsWith(wanted) ? 0 : 1)
  return matches.sort((a, b) => isFirst(a) - isFirst(b))
}
