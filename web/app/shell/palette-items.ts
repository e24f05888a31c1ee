import { linkOptions, type NavigateOptions } from '@tanstack/react-router'
import type { Call } from '../../auth/rights.ts'
import { DETAIL_REPORTS, READY_REPORTS, STOCK_REPORTS } from '../../features/reports/ready-reports.ts'
import { fromSavedSearch } from '../../features/reports/report-search.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { SCREENS, toLink } from '../screens.ts'

/** What the shell opens itself. */
export type ShellDialog = 'shortcuts' | 'support' | 'new ticket'

export type Item = {
  id: string
  name: string
  detail?: string
  /** The shortcut that does the same. */
  keys?: string[]
  /** What a person must be allowed to do who finds it; without it, everybody does. */
  call?: Call
  link: NavigateOptions | ShellDialog | 'sign out'
}
export type Group = { name: string; items: Item[] }

/** Parts of screens, and what can be done from all of them; only with a text. */
const PARTS: (Item & { words?: string })[] = [
  {
    ...{ id: 'sales-of-today', name: 'Sales of today', call: 'sales.list' },
    link: linkOptions({ to: '/sales', search: { range: 'today' } }),
  },
  {
    ...{ id: 'import-sales', name: 'Import sales', call: 'salesImports.confirm', words: 'upload' },
    link: linkOptions({ to: '/sales', search: { import: true } }),
  },
  {
    ...{ id: 'refused-sales', name: 'Refused sales', call: 'refusedSales.list', words: 'rejected, errors' },
    link: linkOptions({ to: '/sales/refused' }),
  },
  {
    ...{ id: 'low-stock', name: 'Low stock', call: 'products.list' },
    link: linkOptions({ to: '/products', search: { low: true, sort: 'stock' } }),
  },
  {
    ...{ id: 'tills', name: 'Tills', call: 'tills.create', words: 'pos, keys' },
    link: linkOptions({ to: '/sites' }),
  },
  {
    ...{ id: 'connect-till', name: 'Connect a till', call: 'tills.create', words: 'pos' },
    link: linkOptions({ to: '/sites', search: { tills: 'connect' } }),
  },
  {
    ...{ id: 'webhooks', name: 'Webhooks', call: 'webhooks.list', words: 'events, api' },
    link: linkOptions({ to: '/settings/connections' }),
  },
  {
    ...{ id: 'read-keys', name: 'Read keys', call: 'readKeys.list', words: 'api, access' },
    link: linkOptions({ to: '/settings/connections' }),
  },
  { id: 'plan', name: 'Plan', words: 'subscription, billing, trial, upgrade', link: linkOptions({ to: '/settings/business' }) },
  { id: 'theme', name: 'Theme', words: 'dark, light, mode, colours, colors, appearance', link: linkOptions({ to: '/settings' }) },
  { id: 'support', name: 'Support tickets', call: 'tickets.list', words: 'help, contact', link: 'support' },
  { id: 'new-ticket', name: 'New ticket', call: 'tickets.create', words: 'help, support, contact, problem', link: 'new ticket' },
  { id: 'shortcuts', name: 'Keyboard shortcuts', keys: ['?'], words: 'help, hotkeys', link: 'shortcuts' },
  { id: 'sign-out', name: 'Sign out', words: 'log out, log off', link: 'sign out' },
]

/** What people call a screen or a report, or look for on it. */
const OTHER_WORDS: Record<string, string> = {
  Dashboard: 'home, overview, today',
  Sales: 'transactions, invoices, receipts, returns, refunds, export',
  'Cash-ups': 'till, drawer, day end, z report, export',
  Accounting: 'bookkeeper, xero, sage, quickbooks, journals, export',
  Products: 'add product, import products, inventory, prices, items, export',
  Stock: 'orders, deliveries, invoices, transfers, counts, adjustments, stocktake, export',
  Suppliers: 'vendors, wholesalers',
  'Reorder list': 'order, buy, purchase, export',
  Employees: 'add employee, import employees, staff, team, users, people, permissions, till pins, export',
  Sites: 'add site, shops, stores, branches, locations, export',
  Reports: 'analytics, profit, export',
  Settings: 'account, password, profile, email, e-mail, two-step, devices, you',
  Business: 'company, plan, owner, hand over, receipts, vat number, discounts',
  'Stock & VAT': 'vat rates, tax, scales',
  Notices: 'notifications, alerts, e-mails',
  Connections: 'webhooks, read keys, api, integrations',
  Activity: 'log of changes, who changed, price changes, audit, history, undo',
  Data: 'download, export, backup, close business, delete',
  Refunds: 'returns',
  'Refunds by employee': 'returns',
  'Margin by category': 'profit, earnings',
  'What made the difference': 'changes, growth',
  'VAT by month': 'tax',
  Shrinkage: 'loss, theft, waste',
  Charges: 'fees, delivery',
}

/** By a part of the name, by the beginning of other words, or by words that each begin one of these: 'dark theme'. */
function isFound(name: string, text: string, words = OTHER_WORDS[name] ?? '') {
  const known = [...words.split(', '), ...toWords(name), ...toWords(words)].map(fold)
  const begins = (typed: string) => known.some((word) => word.startsWith(fold(typed)))
  return contains(name, text) || begins(text) || toWords(text).every(begins)
}

const toWords = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** The screens that a text finds by their name or by other words; the screens alone for ''. */
export const listScreens = (text: string, range: FiguresSearch): Item[] => [
  ...SCREENS.filter(({ name }) => isFound(name, text)).map(
    (screen): Item => ({
      ...{ id: screen.to, name: screen.name, call: screen.call, link: toLink(screen, range) },
      ...(screen.key && { keys: ['g', screen.key] }),
    }),
  ),
  ...PARTS.filter(({ name, words }) => text !== '' && isFound(name, text, words)),
]

const NEW_DOCUMENTS = (['order', 'delivery', 'transfer', 'count', 'adjustment'] as const).map(
  (kind): Item => ({
    id: `new-${kind}`,
    name: `New ${kind}`,
    link: linkOptions({ to: '/stock/new', search: { kind } }),
    call: 'stock.create',
  }),
)

/** What can be written and has a name that contains the text; nothing for ''. */
export const listNewDocuments = (text: string): Item[] =>
  text === '' ? [] : NEW_DOCUMENTS.filter(({ name }) => contains(name, text))

type SavedReport = { reportid: number; name: string; search: string }

/** The reports that a text finds by their name or by other words; none for ''. */
export function listReports(text: string, range: FiguresSearch, saved: SavedReport[] = []): Item[] {
  if (text === '') return []
  const reports: Item[] = [
    ...saved.map(
      ({ reportid, name, search }): Item => ({
        id: `saved-${reportid}`,
        name,
        detail: 'Saved',
        call: 'reports.get',
        link: linkOptions({ to: '/reports', search: fromSavedSearch(search) }),
      }),
    ),
    ...READY_REPORTS.map(
      ({ name, search }): Item => ({
        id: `ready-${name}`,
        name,
        link: linkOptions({ to: '/reports', search }),
        call: 'reports.get',
      }),
    ),
    ...DETAIL_REPORTS.map(({ name, createLink }): Item => ({ id: name, name, link: createLink(range), call: 'saleReports.get' })),
    ...STOCK_REPORTS.map(({ name, createLink }): Item => ({ id: `stock-${name}`, name, link: createLink() })),
  ]
  return reports.filter(({ name }) => isFound(name, text))
}

/** Regardless of case and accents, as the server searches, and of hyphens and blanks: 'cash up' finds 'Cash-ups'. */
const contains = (name: string, text: string) => fold(name).includes(fold(text))
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s-]/gu, '')
    .toLowerCase()
