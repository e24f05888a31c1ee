import { useEffect } from 'react'
import { keepSession, useSession } from '../../auth/session.ts'
import { COUNTS } from '../../lib/browser/copies-database.ts'

/** The page and the session are kept on the device, so that a count opens without a network. */
export function useOfflinePage() {
  const session = useSession()
  useEffect(() => {
    if (session) void keepSession(session)
  }, [session])
  useEffect(() => {
    const leaving = new AbortController()
    keepPage(leaving.signal).catch(console.error)
    return () => leaving.abort()
  }, [])
}

/** Gives the service worker (web/worker/worker.ts) the page and each file that it loads: it was not there when the first ones came. */
async function keepPage(signal: AbortSignal) {
  const { removeOldCopies } = await import('../../lib/api/copies.ts')
  await removeOldCopies()
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  const registration = await navigator.serviceWorker.register('/sw.js', { scope: COUNTS })
  const worker = registration.active ?? (await waitUntilActive(registration.installing ?? registration.waiting))
  if (!worker || signal.aborted) return
  const keep = (urls: string[]) => worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: urls } })
  keep([location.origin + location.pathname])
  const observer = new PerformanceObserver((list) => {
    const urls = list.getEntries().map(({ name }) => name)
    keep(urls.filter((url) => url.startsWith(`${location.origin}/assets/`)))
  })
  observer.observe({ type: 'resource', buffered: true })
  signal.addEventListener('abort', () => observer.disconnect())
}

const waitUntilActive = (worker: ServiceWorker | null) =>
  new Promise<ServiceWorker | undefined>((resolve) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(worker)
      if (worker.state === 'redundant') resolve(undefined)
    })
  })
