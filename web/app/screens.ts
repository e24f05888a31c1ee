import {
  IconLayoutDashboard,
  IconMapPin,
  IconPackage,
  IconReceipt,
  IconSettings,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { LinkProps, RegisteredRouter } from '@tanstack/react-router'
import { type Call, useMay } from '../auth/rights.ts'
import type { FiguresSearch } from '../lib/url/figures-search.ts'

type Url = keyof RegisteredRouter['routesByPath']
/** What opens with a URL and those below it, and the call that a person must be allowed to make who opens it. */
type Part = { to: Url; call: Call }

export type Screen = Part & {
  name: string
  /** Of the first tab of a section, where it differs from the name. */
  tab?: string
  /** After `g`, opens the screen. */
  key?: string
  /** What the links to it carry of the range and the filters that were shown last. */
  carry?: (last: FiguresSearch) => object
}
export type Section = { icon: TablerIcon; screens: readonly [Screen, ...Screen[]] }

const carryAll = (last: FiguresSearch) => last
/** These screens take the comparison from the session. */
const carryPlaces = ({ compare: _, ...last }: FiguresSearch) => last
const carrySite = ({ sites }: FiguresSearch) => (sites?.length === 1 ? { siteid: sites[0] } : {})
const carryLastMonth = () => ({ range: 'last-month' })

/** The entries of the menu, each with its tabs; the first tab is the entry itself. */
export const SECTIONS: Section[] = [
  {
    icon: IconLayoutDashboard,
    screens: [
      { name: 'Dashboard', tab: 'Overview', to: '/dashboard', key: 'd', call: 'dashboard.figures', carry: carryPlaces },
      { name: 'Reports', to: '/reports', key: 'r', call: 'reports.get', carry: carryAll },
    ],
  },
  {
    icon: IconReceipt,
    screens: [
      { name: 'Sales', to: '/sales', key: 's', call: 'sales.list', carry: carryPlaces },
      { name: 'Cash-ups', to: '/cash-ups', key: 'c', call: 'cashUps.list', carry: carrySite },
      { name: 'Accounting', to: '/reports/accounting', key: 'a', call: 'accounting.preview', carry: carryLastMonth },
    ],
  },
  {
    icon: IconPackage,
    screens: [
      { name: 'Products', to: '/products', key: 'p', call: 'products.list' },
      { name: 'Stock', to: '/stock', key: 'k', call: 'stock.list' },
      { name: 'Suppliers', to: '/stock/suppliers', key: 'u', call: 'suppliers.list' },
      { name: 'Reorder list', to: '/reports/reorder', key: 'o', call: 'stockReports.reorder' },
    ],
  },
  { icon: IconUsers, screens: [{ name: 'Employees', to: '/employees', key: 'e', call: 'employees.list' }] },
  { icon: IconMapPin, screens: [{ name: 'Sites', to: '/sites', key: 'i', call: 'sites.list' }] },
]

/** At the foot of the menu. */
export const SETTINGS: Section = {
  icon: IconSettings,
  screens: [
    { name: 'Settings', tab: 'You', to: '/settings', key: 't', call: 'account.get' },
    { name: 'Business', to: '/settings/business', call: 'account.get' },
    { name: 'Stock & VAT', to: '/settings/stock', call: 'stock.settings' },
    { name: 'Notices', to: '/settings/notices', call: 'account.notices.list' },
    { name: 'Connections', to: '/settings/connections', call: 'webhooks.list' },
    { name: 'Activity', to: '/settings/activity', call: 'changes.list' },
    { name: 'Data', to: '/settings/data', call: 'businessExport.get' },
  ],
}

/** The link to a screen. */
export const toLink = ({ to, carry }: Screen, last: FiguresSearch) => ({ to, search: carry?.(last) ?? {} }) as LinkProps

const ALL_SECTIONS = [...SECTIONS, SETTINGS]
export const SCREENS = ALL_SECTIONS.flatMap(({ screens }) => screens)

/** Parts of screens that need another call than the screen. */
const PARTS: Part[] = [
  { to: '/sales/refused', call: 'refusedSales.list' },
  { to: '/stock/new', call: 'stock.create' },
  { to: '/stock/count/new', call: 'stock.create' },
  { to: '/reports/slow-sellers', call: 'stockReports.slowSellers' },
  { to: '/reports/stock-value', call: 'stockReports.stockValue' },
  { to: '/reports/in-transit', call: 'stockReports.inTransit' },
  { to: '/reports/shrinkage', call: 'stockReports.shrinkage' },
]

/** Whether a URL is that of a part or below it. */
const isAt = (pathname: string, { to }: Part) => pathname === to || pathname.startsWith(`${to}/`)

/** The part with the longest URL: '/stock/suppliers' is not below '/stock'. */
const findPart = <P extends Part>(pathname: string, parts: P[]) =>
  parts.filter((part) => isAt(pathname, part)).sort((a, b) => b.to.length - a.to.length)[0]

/** The screen of a URL and its section: the tab and the entry of the menu that are marked. */
export function findScreen(pathname: string) {
  const screen = findPart(pathname, SCREENS)
  return { screen, section: ALL_SECTIONS.find(({ screens }) => screens.some((tab) => tab === screen)) }
}

/** Says whether the signed-in person may open a URL. */
export function useMayOpen() {
  const may = useMay()
  return (pathname: string) => {
    const opened = findPart<Part>(pathname, [...PARTS, ...SCREENS])
    return !opened || may(opened.call)
  }
}

/** The screens of a section that the signed-in person may open. */
export function useAllowed() {
  const may = useMay()
  return ({ screens }: Section) => screens.filter(({ call }) => may(call))
}
