import { type Call, useMay } from '../../auth/rights.ts'

/**
 * The screens, the key after `g` that opens each, and the call that a person must be allowed to make who opens it. Those with a range get the
 * one that was shown last.
 */
export const SCREENS = [
  { name: 'Dashboard', to: '/dashboard', key: 'd', hasRange: true, call: 'dashboard.figures' },
  { name: 'Sales', to: '/sales', key: 's', hasRange: true, call: 'sales.list' },
  { name: 'Products', to: '/products', key: 'p', hasRange: false, call: 'products.list' },
  { name: 'Stock', to: '/stock', key: 'k', hasRange: false, call: 'stock.list' },
  { name: 'Employees', to: '/employees', key: 'e', hasRange: false, call: 'employees.list' },
  { name: 'Sites', to: '/sites', key: 'i', hasRange: false, call: 'sites.list' },
  { name: 'Reports', to: '/reports', key: 'r', hasRange: true, call: 'reports.get' },
  { name: 'Cash-ups', to: '/cash-ups', key: 'c', hasRange: false, call: 'cashUps.list' },
] as const satisfies { name: string; to: string; key: string; hasRange: boolean; call: Call }[]

/** Parts of screens that need another call than the screen. */
const PARTS: { path: RegExp; call: Call }[] = [
  { path: /^\/account\/changes$/, call: 'changes.list' },
  { path: /^\/account\/webhooks(\/|$)/, call: 'webhooks.list' },
  { path: /^\/account\/read-keys$/, call: 'readKeys.list' },
  { path: /^\/reports\/accounting$/, call: 'accounting.preview' },
  { path: /^\/stock\/(new|count\/new)$/, call: 'stock.create' },
  { path: /^\/reports\/reorder$/, call: 'stockReports.reorder' },
  { path: /^\/reports\/slow-sellers$/, call: 'stockReports.slowSellers' },
  { path: /^\/reports\/stock-value$/, call: 'stockReports.stockValue' },
  { path: /^\/reports\/in-transit$/, call: 'stockReports.inTransit' },
  { path: /^\/reports\/shrinkage$/, call: 'stockReports.shrinkage' },
]

/** The call that a person must be allowed to make who opens an address; undefined for an address that is open to all. */
const findScreenCall = (pathname: string): Call | undefined =>
  (PARTS.find(({ path }) => path.test(pathname)) ?? SCREENS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)))
    ?.call

export type Screen = (typeof SCREENS)[number]

/** Says whether the signed-in person may open an address. */
export function useMayOpen() {
  const may = useMay()
  return (pathname: string) => {
    const call = findScreenCall(pathname)
    return call === undefined || may(call)
  }
}
