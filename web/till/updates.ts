import { logFault } from './log-fault.ts'

// The service worker opens the till without a network. A new version waits until no sale is under way.

const WORKER = '/sw.js'
const LOOK_MS = 60 * 60_000

let waiting: ServiceWorker | null = null
let isFree = false

/** Takes a waiting version when it may: the page is loaded again with it. */
function takeVersion() {
  if (waiting && isFree) waiting.postMessage({ type: 'SKIP_WAITING' })
}

/** Says whether a new version may be taken now: no basket, no dialog, nothing typed. */
export function setFree(free: boolean) {
  isFree = free
  takeVersion()
}

export function startUpdates() {
  if (!navigator.serviceWorker || import.meta.env.DEV) return
  // The first worker of a device takes no version over.
  const hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) location.reload()
  })
  navigator.serviceWorker.register(WORKER, { scope: '/till' }).then((registration) => {
    const look = () => {
      if (registration.waiting) waiting = registration.waiting
      takeVersion()
    }
    look()
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
    setInterval(() => void registration.update().catch(() => {}), LOOK_MS)
  }, logFault)
}
