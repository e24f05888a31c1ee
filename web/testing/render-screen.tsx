import '../app/theme.css'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { GivenRight } from '../../contract/rights.ts'
import type { ProductListChoice } from '../../contract/search/products.ts'
import { App } from '../app/app.tsx'
import { type AppRouter, createAppRouter } from '../app/router.ts'
import { signOut } from '../auth/session.ts'
import { queryClient } from '../lib/api/api.ts'
import { type Answers, answerWith, resetServer } from './fake-server.ts'
import { createFigures, createSalesSummary } from './figures.ts'
import { toPage, toSalesPage } from './pages.ts'
import { serveReport } from './reports.ts'

export const DESK = [1440, 900] as const
export const PHONE = [390, 844] as const

export const SESSION = {
  user: { user_id: 'b1f0c1a2-7c5d-4a0e-9d5e-3f1c2b4a5d6e', email: 'naledi.dlamini@karoopantry.co.za' },
  role: 'owner',
  business: { id: '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a', name: 'Karoo Pantry', timezone: 'Africa/Johannesburg' },
  signup_step: null,
  compare: 'previous',
  product_list: { per_page: 5, columns: ['picture'] as ProductListChoice['columns'] },
} as const

/** Signed in as an employee with a right. */
export const serveRight = (right: GivenRight) =>
  ({ session: { get: () => ({ ...SESSION, role: 'employee', right }) } }) satisfies Answers

export const SITE = { siteid: 1, sitename: 'Sandton Rivonia' }

/** Opened since the screen was. The first one is silent, so that nothing is read again while a test runs; another one counts as a change. */
let streams = 0

/** Somebody is signed in whose business has nothing yet, and the live stream is open and silent. */
const USUAL: Answers = {
  session: { get: () => SESSION, signOut: () => {} },
  signup: { plans: () => [] },
  dashboard: {
    figures: ({ input }) => createFigures(input),
    hours: () => [],
    figuresCheck: () => ({ checked_at: null, differences: 0 }),
    firstSteps: () => ({ has_products: false, has_employees: false, has_tills: false, last_sale_date: null, is_hidden: false }),
    importedSales: () => null,
    lateSales: () => ({ since: new Date(), as_at: new Date(), days: [] }),
    markSeen: () => {},
    silentTills: () => [],
    announcements: () => [],
  },
  tickets: { count: () => ({ open: 0, new_answers: 0 }), list: () => ({ rows: [], has_more: false }) },
  refusedSales: { sums: () => [] },
  tills: { clocksAhead: () => [] },
  sales: { list: () => toSalesPage([]), figures: ({ input }) => createSalesSummary(input) },
  account: { saveComparison: () => {}, saveProductList: () => {} },
  salesImports: { list: () => [] },
  ...serveReport([]),
  cashUps: { month: ({ input: { month = '' } }) => ({ month, today: '', sites: [] }) },
  stockReports: { reorder: () => ({ ...toPage([]), total: { suggested: 0, cost: 0, unknown_costs: 0 }, suppliers: [] }) },
  products: {
    list: () => toPage([]),
    probablySame: () => toPage([]),
    sameBarcode: () => toPage([]),
    options: () => ({ categories: [], suppliers: [], vat_rates: [15, 0] }),
  },
  employees: { list: () => toPage([]) },
  suppliers: { list: () => toPage([]) },
  webhooks: { list: () => [] },
  readKeys: { list: () => [] },
  sellers: { sums: () => ({ sellers: 0, sales: 0, given: 0 }) },
  sites: { list: () => toPage([]), options: () => [SITE], activity: () => [] },
  live: {
    async *changes({ signal }) {
      streams += 1
      if (streams > 1) yield { changed: 'sales' }
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
    },
  },
}

resetServer(USUAL)

let isMouseAway = true
const watchMouse = ({ isTrusted, clientX, clientY }: MouseEvent) => {
  if (isTrusted) isMouseAway = clientX === 0 && clientY === 0
}
for (const type of ['mousemove', 'mousedown'] as const) addEventListener(type, watchMouse, { capture: true })

let root: Root | undefined
let router: AppRouter | undefined

/** Opens the product at an address, as a browser would that somebody is signed in with. */
export async function renderScreen(url: string, answers: Answers = {}, [width, height]: readonly [number, number] = DESK) {
  if (root) throw new Error('the page before is still open: closePage() first')
  streams = 0
  answerWith(answers)
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  // Where the test before left it, it may lie on a link, which then preloads its screen.
  if (!isMouseAway) await commands.moveMouseAway()
  history.pushState(null, '', url)
  router = createAppRouter()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<App router={router} />)
}

/** Unmounts the screen and forgets what a reload forgets. */
export async function closePage() {
  root?.unmount()
  root = undefined
  router?.history.destroy()
  resetServer(USUAL)
  await signOut()
  resetServer(USUAL)
  queryClient.clear()
}

/** Leaves nothing of the test: neither what it mounted nor what the product remembers. */
export async function closeScreen() {
  await closePage()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  // What waits for a fake timer, such as the next refresh of the live stream, would wait for ever.
  if (vi.isFakeTimers()) await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
}
