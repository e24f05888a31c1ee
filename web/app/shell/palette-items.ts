import { linkOptions, type NavigateOptions } from '@tanstack/react-router'
import type { Call } from '../../auth/rights.ts'
import { ACCOUNTING_REPORT, READY_REPORTS, STOCK_REPORTS } from '../../features/reports/ready-reports.ts'
import { fromSavedSearch } from '../../features/reports/report-search.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { SCREENS } from '../screens.ts'

export type Item = {
  id: string
  name: string
  detail?: string
  /** The shortcut that does the same. */
  keys?: string[]
  /** What a person must be allowed to do who finds it; without it, everybody does. */
  call?: Call
  link: NavigateOptions | 'shortcuts' | 'sign-out'
}
export type Group = { name: string; items: Item[] }

const OTHERS: Item[] = [
  { id: '/account', name: 'Account', link: linkOptions({ to: '/account' }) },
  { id: 'shortcuts', name: 'Keyboard shortcuts', keys: ['?'], link: 'shortcuts' },
]

/** Parts of screens, and what can be done from all of them; only with a text. */
const PARTS: Item[] = [
  {
    id: 'sales-of-today',
    name: 'Sales of today',
    link: linkOptions({ to: '/sales', search: { range: 'today' } }),
    call: 'sales.list',
  },
  {
    id: 'import-sales',
    name: 'Import sales',
    link: linkOptions({ to: '/sales', search: { import: true } }),
    call: 'salesImports.confirm',
  },
  {
    id: 'low-stock',
    name: 'Low stock',
    link: linkOptions({ to: '/products', search: { low: true, sort: 'stock' } }),
    call: 'products.list',
  },
  {
    id: 'connect-till',
    name: 'Connect a till',
    link: linkOptions({ to: '/sites', search: { tills: 'connect' } }),
    call: 'tills.create',
  },
  { id: 'changes', name: 'Log of changes', link: linkOptions({ to: '/account/changes' }), call: 'changes.list' },
  { id: 'sign-out', name: 'Sign out', link: 'sign-out' },
]

/** What people call a screen, or look for on it. */
const OTHER_WORDS: Record<string, string> = {
  '/dashboard': 'home, overview',
  '/sales': 'transactions',
  '/products': 'add product, import products, inventory, prices',
  '/employees': 'add employee, import employees, staff, team',
  '/sites': 'add site, shops, stores, tills',
  '/account': 'password, settings, profile, plan, business',
  changes: 'audit, history, undo',
  'sign-out': 'log out, log off',
}

/** The screens whose name contains the text, or whose other words start with it; all of them for ''. */
export const listScreens = (text: string, range: FiguresSearch): Item[] => [
  ...SCREENS.filter(({ name, to }) => contains(name, text) || startsOtherWord(to, text)).map(
    ({ name, to, key, hasRange, call }): Item => ({
      id: to,
      name,
      call,
      keys: ['g', key],
      link: { to, search: hasRange ? range : {} },
    }),
  ),
  ...OTHERS.filter(({ id, name }) => contains(name, text) || startsOtherWord(id, text)),
  ...PARTS.filter(({ id, name }) => text !== '' && (contains(name, text) || startsOtherWord(id, text))),
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

/** The reports whose name contains the text; none for ''. */
export function listReports(text: string, saved: { reportid: number; name: string; search: string }[] = []): Item[] {
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
    { id: 'accounting', name: ACCOUNTING_REPORT.name, link: ACCOUNTING_REPORT.link, call: 'accounting.preview' },
    ...STOCK_REPORTS.map(({ name, createLink }): Item => ({ id: `stock-${name}`, name, link: createLink() })),
  ]
  return reports.filter(({ name }) => contains(name, text))
}

const startsOtherWord = (id: string, text: string) =>
  (OTHER_WORDS[id] ?? '').split(', ').some((word) => fold(word).startsWith(fold(text)))

/** Regardless of case and accents, as the server searches, and of hyphens and blanks: 'cash up' finds 'Cash-ups'. */
const contains = (name: string, text: string) => fold(name).includes(fold(text))
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s-]/gu, '')
    .toLowerCase()
