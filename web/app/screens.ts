import { IconLayoutDashboard, IconMapPin, IconPackage, IconReceipt, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'
import { type Call, useMay } from '../auth/rights.ts'

type Url = keyof RegisteredRouter['routesByPath']
/** What opens with a URL and those below it, and the call that a person must be allowed to make who opens it. */
type Part = { to: Url; call: Call }

/**
 * The screens, and the key after `g` that opens each. Those with a range get the one that was shown last. A screen has an entry in the menu
 * with its icon, or marks that of another one.
 */
export const SCREENS = [
  { name: 'Dashboard', to: '/dashboard', key: 'd', hasRange: true, call: 'dashboard.figures', menu: IconLayoutDashboard },
  { name: 'Sales', to: '/sales', key: 's', hasRange: true, call: 'sales.list', menu: IconReceipt },
  { name: 'Products', to: '/products', key: 'p', hasRange: false, call: 'products.list', menu: IconPackage },
  { name: 'Stock', to: '/stock', key: 'k', hasRange: false, call: 'stock.list', menu: '/products' },
  { name: 'Employees', to: '/employees', key: 'e', hasRange: false, call: 'employees.list', menu: IconUsers },
  { name: 'Sites', to: '/sites', key: 'i', hasRange: false, call: 'sites.list', menu: IconMapPin },
  { name: 'Reports', to: '/reports', key: 'r', hasRange: true, call: 'reports.get', menu: '/dashboard' },
  { name: 'Cash-ups', to: '/cash-ups', key: 'c', hasRange: false, call: 'cashUps.list', menu: '/dashboard' },
] as const satisfies (Part & { name: string; key: string; hasRange: boolean; menu: TablerIcon | Url })[]

/** Parts of screens that need another call than the screen. */
const PARTS: Part[] = [
  { to: '/account/changes', call: 'changes.list' },
  { to: '/account/webhooks', call: 'webhooks.list' },
  { to: '/account/read-keys', call: 'readKeys.list' },
  { to: '/sales/refused', call: 'refusedSales.list' },
  { to: '/reports/accounting', call: 'accounting.preview' },
  { to: '/stock/new', call: 'stock.create' },
  { to: '/stock/count/new', call: 'stock.create' },
  { to: '/reports/reorder', call: 'stockReports.reorder' },
  { to: '/reports/slow-sellers', call: 'stockReports.slowSellers' },
  { to: '/reports/stock-value', call: 'stockReports.stockValue' },
  { to: '/reports/in-transit', call: 'stockReports.inTransit' },
  { to: '/reports/shrinkage', call: 'stockReports.shrinkage' },
]

export type Screen = (typeof SCREENS)[number]

/** Whether a URL is that of a screen or below it. */
const isAt = (pathname: string, { to }: { to: string }) => pathname === to || pathname.startsWith(`${to}/`)

/** The screen of a URL, for the entry of the menu that is marked. */
export const findScreen = (pathname: string) => SCREENS.find((screen) => isAt(pathname, screen))

/** Says whether the signed-in person may open a URL. */
export function useMayOpen() {
  const may = useMay()
  return (pathname: string) => {
    const opened = PARTS.find((part) => isAt(pathname, part)) ?? findScreen(pathname)
    return !opened || may(opened.call)
  }
}
