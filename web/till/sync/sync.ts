import type { Catalogue } from '../device/catalogue.ts'
import { readValue, writeValue } from '../device/database.ts'
import { removeOld } from '../device/sales.ts'
import { logFault } from '../log-fault.ts'
import { syncCatalogue } from './catalogue.ts'
import { sendWaiting } from './send.ts'
import { fetchSetup, KeyEnded, Unreachable } from './till-api.ts'

const TIMER_MS = 20_000
const SETUP_MS = 60_000
const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 60_000

export type SyncState = {
  /** The last try had an answer; null before the first one. */
  isOnline: boolean | null
  isBusy: boolean
  /** What went wrong that a person can read; '' for nothing. */
  problem: string
}

/**
 * Sends what waits and reads what changed: at once when asked, when the network or the window comes back, and by a timer. One at a time.
 * After a failure the next try waits longer, unless the network comes back.
 */
export function createSync(key: string, catalogue: Catalogue) {
  let state: SyncState = { isOnline: null, isBusy: false, problem: '' }
  const listeners = new Set<() => void>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  let isStopped = false
  let setupAt = 0

  const set = (change: Partial<SyncState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const schedule = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void run(), ms)
  }

  async function run() {
    if (state.isBusy || isStopped) {
      isWanted = true
      return
    }
    set({ isBusy: true })
    isWanted = false
    let wait = TIMER_MS
    try {
      await sendWaiting(key)
      if (Date.now() - setupAt > SETUP_MS) {
        await readSetup(key)
        setupAt = Date.now()
      }
      await syncCatalogue(key, catalogue.apply)
      await removeOld()
      failures = 0
      set({ isOnline: true, problem: '' })
    } catch (error) {
      if (error instanceof KeyEnded) {
        await writeValue('ended', error.message)
        isStopped = true
        set({ isOnline: true, problem: error.message })
      } else if (error instanceof Unreachable) {
        wait = Math.max(error.waitMs, Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS) * (0.5 + Math.random() / 2))
        failures++
        set({ isOnline: false, problem: error.message })
      } else {
        logFault(error)
        failures++
        wait = MAX_WAIT_MS
        set({ problem: error instanceof Error ? error.message : String(error) })
      }
    } finally {
      set({ isBusy: false })
      schedule(isWanted && failures === 0 ? 0 : wait)
    }
  }

  /** Without waiting for the next try. */
  const hurry = () => {
    failures = 0
    schedule(0)
  }
  const onVisible = () => document.visibilityState === 'visible' && hurry()

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getState: () => state,
    start() {
      addEventListener('online', hurry)
      addEventListener('focus', hurry)
      document.addEventListener('visibilitychange', onVisible)
      void run()
    },
    /** Something waits: it is sent now, or after the wait of a failure. */
    request() {
      if (failures === 0) void run()
    },
    hurry,
    /** Reads the settings and people again at the next turn too. */
    refresh() {
      setupAt = 0
      hurry()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      removeEventListener('online', hurry)
      removeEventListener('focus', hurry)
      document.removeEventListener('visibilitychange', onVisible)
    },
  }
}

export type Sync = ReturnType<typeof createSync>

/** The settings of the business and its people, and how far the clock of this device is ahead of the server's. */
async function readSetup(key: string) {
  const sentAt = Date.now()
  const { answer } = await fetchSetup(key)
  // The answer was made between the two moments.
  const device = (sentAt + Date.now()) / 2
  await writeValue('setup', answer)
  await writeValue('clock_ahead', Math.round(device - new Date(answer.server_time).getTime()))
  if ((await readValue('seen_epoch')) === undefined) await writeValue('seen_epoch', answer.epoch)
  await writeValue('ended', '')
}
