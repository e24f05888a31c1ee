import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { EmployeesSearch } from '../../../contract/search/employees.ts'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { SalesSearch } from '../../../contract/search/sales.ts'
import { SitesSearch } from '../../../contract/search/sites.ts'
import { SuppliersSearch } from '../../../contract/search/suppliers.ts'
import { useMay } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { savedReportsQuery } from '../../features/reports/report-queries.ts'
import { client } from '../../lib/api/api.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { isDigits } from '../../lib/format/is-digits.ts'
import { formatRand } from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { type Group, type Item, listNewDocuments, listReports, listScreens } from './palette-items.ts'

/** The rows of each part. */
const ROWS = 5
/** No sale is so old: of the answer only the sales with the very number or reference are left, which come from any range. */
const NO_SALES = { from: '1990-01-01', to: '1990-01-01' }

type Signal = { signal: AbortSignal }

/** With a barcode, the products that have exactly this one; they may be at several sites. */
async function findProducts(q: string, options: Signal): Promise<Item[]> {
  const find = (barcode: string) => client.products.list({ ...ProductsSearch.parse({ q }), barcode }, options)
  const scanned = isDigits(q) ? await find(q) : undefined
  const { rows } = scanned?.results ? scanned : await find('')
  return rows.slice(0, ROWS).map(({ productid, productname, sitename, barcode }) => ({
    id: `product-${productid}`,
    name: productname,
    detail: [sitename, barcode].filter(Boolean).join(' · '),
    link: linkOptions({ to: '/products', search: { product: productid } }),
  }))
}

async function findSales(q: string, timezone: string, options: Signal): Promise<Item[]> {
  const { exact_matches } = await client.sales.list({ ...SalesSearch.parse({ q }), ...NO_SALES }, options)
  return exact_matches.slice(0, ROWS).map(({ saleid, saledate, sitename, finalamount }) => ({
    id: `sale-${saleid}`,
    name: `Sale #${saleid}`,
    detail: [formatDateTimeIn(timezone, saledate), sitename, formatRand(finalamount)].join(' · '),
    link: linkOptions({ to: '/sales', search: { sale: saleid } }),
  }))
}

async function findEmployees(q: string, options: Signal): Promise<Item[]> {
  const { rows } = await client.employees.list(EmployeesSearch.parse({ q }), options)
  return rows.slice(0, ROWS).map((employee) => ({
    id: `employee-${employee.employeeid}`,
    name: getFullName(employee),
    detail: [employee.position, employee.sitename].join(' · '),
    link: linkOptions({ to: '/employees', search: { q: getFullName(employee) } }),
  }))
}

async function findSites(q: string, options: Signal): Promise<Item[]> {
  const { rows } = await client.sites.list(SitesSearch.parse({ q }), options)
  return rows.slice(0, ROWS).map(({ siteid, sitename, location }) => ({
    id: `site-${siteid}`,
    name: sitename,
    detail: location,
    link: linkOptions({ to: '/sites', search: { q: sitename } }),
  }))
}

async function findSuppliers(q: string, options: Signal): Promise<Item[]> {
  const { rows } = await client.suppliers.list(SuppliersSearch.parse({ q }), options)
  return rows.slice(0, ROWS).map(({ supplierid, name }) => ({
    id: `supplier-${supplierid}`,
    name,
    link: linkOptions({ to: '/stock/suppliers', search: { q: name } }),
  }))
}

/**
 * What the palette finds: screens and reports by `typed` at once, and by `q`, which follows it, what the server finds. The lists of the
 * screens answer at the same time, so a part that fails or is slow keeps nothing back. A part whose search changes is aborted.
 */
export function usePaletteSearch(typed: string, q: string, range: FiguresSearch) {
  const timezone = useTimezone()
  const may = useMay()
  const saved = useQuery({ ...savedReportsQuery(), enabled: may('reports.saved.list') })
  const parts: Record<string, (options: Signal) => Promise<Item[]>> = {
    ...(may('products.list') && { Products: (options) => findProducts(q, options) }),
    ...(may('sales.list') && { Sales: (options) => findSales(q, timezone, options) }),
    ...(may('employees.list') && { Employees: (options) => findEmployees(q, options) }),
    ...(may('sites.list') && { Sites: (options) => findSites(q, options) }),
    ...(may('suppliers.list') && { Suppliers: (options) => findSuppliers(q, options) }),
  }
  const isCurrent = typed === q
  const answers = useQueries({
    queries: Object.entries(parts).map(([name, find]) =>
      queryOptions({ queryKey: ['palette', name, q], queryFn: ({ signal }) => find({ signal }), enabled: q !== '' && isCurrent }),
    ),
  })
  const found = Object.keys(parts).map((name, index) => ({ name, items: (isCurrent && answers[index]?.data) || [] }))
  const failed = [
    ...(saved.isError && typed ? ['Saved reports'] : []),
    ...Object.keys(parts).filter((_, index) => isCurrent && answers[index]?.isError),
  ]
  const groups: Group[] = [
    { name: 'Screens', items: listScreens(typed, range) },
    { name: 'Stock', items: listNewDocuments(typed) },
    { name: 'Reports', items: listReports(typed, range, saved.data) },
    ...found,
  ]
    .map(({ name, items }) => ({ name, items: items.filter(({ call }) => call === undefined || may(call)) }))
    .filter(({ items }) => items.length > 0)
  return { groups, failed, isSearching: !isCurrent || answers.some(({ isLoading }) => isLoading) }
}
