import { CacheFirst, ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist } from 'serwist'
import { COUNTS } from '../lib/browser/copies-database.ts'

declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: (PrecacheEntry | string)[] }

// Opens two pages without a network, each with a registration of its own: the till at /till, and the counts of the stock.

const TILL = '/till'
/** Of several versions of the back office. */
const MOST_FILES = 300
const SLOW_NETWORK_SECONDS = 5

const { pathname } = new URL(self.registration.scope)

/** The till and its files are kept as a whole. A new version waits until the page says that no sale is under way: it then sends SKIP_WAITING. */
const createTillWorker = () =>
  new Serwist({
    precacheEntries: self.__SW_MANIFEST,
    precacheOptions: { cleanupOutdatedCaches: true },
    skipWaiting: false,
    clientsClaim: true,
  })

/** What a count has loaded is kept. Every count has the same page. */
const createCountsWorker = () =>
  new Serwist({
    skipWaiting: true,
    clientsClaim: true,
    runtimeCaching: [
      {
        matcher: ({ url }) => url.origin === self.location.origin && url.pathname.startsWith(COUNTS),
        handler: new NetworkFirst({
          cacheName: 'count-page',
          networkTimeoutSeconds: SLOW_NETWORK_SECONDS,
          plugins: [{ cacheKeyWillBeUsed: async () => new URL(COUNTS, self.location.origin).href }],
        }),
      },
      {
        matcher: ({ url }) => url.origin === self.location.origin && url.pathname.startsWith('/assets/'),
        handler: new CacheFirst({ cacheName: 'count-files', plugins: [new ExpirationPlugin({ maxEntries: MOST_FILES })] }),
      },
    ],
  })

const worker = pathname === TILL ? createTillWorker() : createCountsWorker()
worker.addEventListeners()
