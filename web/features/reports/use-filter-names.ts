import { useQuery } from '@tanstack/react-query'
import type { ReportFilter } from '../../../contract/search/filters.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { api } from '../../lib/api/api.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { formatVatRate } from '../../lib/format/money.ts'
import type { ScreenSearch } from './report-search.ts'

/** A chosen value of a filter: its name is on a chip, and in the title of the report. */
export type ChosenFilter = { filter: ReportFilter; value: string | number; name: string }

/** The names of what the report is narrowed to. The URL may have ids that this business does not have. */
export function useFilterNames(search: ScreenSearch): ChosenFilter[] {
  const sites = useQuery({ ...api.sites.options.queryOptions(), enabled: search.sites.length > 0 })
  const employees = useQuery({
    ...api.sales.employees.queryOptions({ input: { employees: search.employees } }),
    enabled: search.employees.length > 0,
  })
  const products = useQuery({
    ...api.products.names.queryOptions({ input: { products: search.products } }),
    enabled: search.products.length > 0,
  })
  return [
    ...search.sites.map((siteid) => ({
      filter: 'sites' as const,
      value: siteid,
      name: sites.data?.find((site) => site.siteid === siteid)?.sitename ?? describeMissing(sites),
    })),
    ...search.employees.map((employeeid) => {
      const chosen = employees.data?.chosen.find((employee) => employee.employeeid === employeeid)
      return {
        filter: 'employees' as const,
        value: employeeid,
        name: chosen ? getFullName(chosen) : describeMissing(employees),
      }
    }),
    ...search.products.map((productid) => ({
      filter: 'products' as const,
      value: productid,
      name: products.data?.find((product) => product.productid === productid)?.productname ?? describeMissing(products),
    })),
    ...search.categories.map((value) => ({ filter: 'categories' as const, value, name: value || 'No category' })),
    ...search.suppliers.map((value) => ({ filter: 'suppliers' as const, value, name: value || 'No supplier' })),
    ...search.vat_rates.map((value) => ({ filter: 'vat_rates' as const, value, name: formatVatRate(value) })),
    ...search.payment_methods.map((value) => ({ filter: 'payment_methods' as const, value, name: formatPaymentMethod(value) })),
  ]
}

/** A business does not have every id of a URL. */
const describeMissing = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data ? 'unknown' : isError ? 'name not loaded' : '…'

export const FILTER_LABELS: Record<ReportFilter, string> = {
  sites: 'Site',
  employees: 'Employee',
  products: 'Product',
  categories: 'Category',
  suppliers: 'Supplier',
  vat_rates: 'VAT rate',
  payment_methods: 'Payment',
}
