import { z } from 'zod'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { MAX_COUNT_ENTRIES } from '../../../contract/shared/constants.ts'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { EntryResult } from '../../../contract/stock-counts.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import {
  createBatchSizes,
  ENTRY_ERRORS,
  getEntryPrefix,
  isOlder,
  readStoredTexts,
  type StoredEntry,
  toInput,
} from './stored-entries.ts'

// What a person counts is kept on the device until the server has answered: a reload, an empty battery or a lost network loses nothing.
// Each entry has a key of its own in the storage, because two windows of the same person write at the same time.

const Stored = z.object({
  request_id: z.string(),
  productid: z.number().nullable(),
  productname: z.string(),
  barcode: z.string(),
  isScan: z.boolean(),
  inPieces: z.boolean().default(false),
  quantity: z.number(),
  counted_at: z.string(),
  place: z.number(),
  refusal: z.string().nullable(),
}) satisfies z.ZodType<StoredEntry>
export type QueuedEntry = z.infer<typeof Stored>

/** The refusal of an entry whose product the site does not have. */
export const UNKNOWN = 'unknown'

export type EnteredProduct = Pick<QueuedEntry, 'productid' | 'productname' | 'barcode' | 'isScan' | 'inPieces'>

/** The newest entry, for the confirmation. */
export type LastEntry = QueuedEntry & { isUndo: boolean; isAnswered: boolean }

export type QueueState = {
  /** Not answered yet, oldest first. */
  waiting: readonly QueuedEntry[]
  /** Kept until the person dismisses them. */
  refused: readonly QueuedEntry[]
  /** The last try had no answer. */
  isOffline: boolean
  /** The device keeps nothing when the page is closed: its storage is full or forbidden. */
  isUnsafe: boolean
  last: LastEntry | null
  /** What everybody counted of a product, as the server said last. */
  counted: ReadonlyMap<number, number>
}

const EMPTY: QueueState = {
  waiting: [],
  refused: [],
  isOffline: false,
  isUnsafe: false,
  last: null,
  counted: new Map(),
}

const RETRY_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

const SESSION_ERRORS = ['UNAUTHORIZED', 'ROLE_REFUSED', 'NO_BUSINESS', 'BUSINESS_CLOSED']
const COUNT_ERRORS = ['WRONG_STATE', 'NOT_FOUND']

type Options = {
  user_id: string
  documentid: number
  /** After each answer. */
  onAnswer: () => void
  /** The count takes no entries any more. */
  onRefused: () => void
}

/** The entries of one person in one count. */
export function createEntryQueue({ user_id, documentid, onAnswer, onRefused }: Options) {
  const prefix = getEntryPrefix(user_id, documentid)
  const listeners = new Set<() => void>()
  let state = EMPTY
  let place = 0
  let running: AbortController | null = null
  let isSending = false
  let wake = () => {}

  const setState = (more: Partial<QueueState>) => {
    state = { ...state, ...more }
    for (const listener of listeners) listener()
  }

  const keep = (entry: QueuedEntry) => {
    try {
      localStorage.setItem(prefix + entry.request_id, JSON.stringify(entry))
    } catch {
      setState({ isUnsafe: true })
    }
  }
  const forget = ({ request_id }: QueuedEntry) => {
    try {
      localStorage.removeItem(prefix + request_id)
    } catch {
      // There is no entry without access to the storage.
    }
  }

  /** The entries of the storage. Those in memory stay where the storage is forbidden. */
  function load() {
    const stored = readStored(prefix)
    if (!stored) return
    const known = state.isUnsafe ? [...state.waiting, ...state.refused] : []
    const all = [...new Map([...known, ...stored].map((entry) => [entry.request_id, entry])).values()].sort(isOlder)
    place = Math.max(place, ...all.map((entry) => entry.place + 1))
    setState({
      waiting: all.filter(({ refusal }) => refusal === null),
      refused: all.filter(({ refusal }) => refusal !== null),
    })
  }

  const remove = (entries: readonly QueuedEntry[], more: Partial<QueueState> = {}) => {
    const gone = new Set(entries.map(({ request_id }) => request_id))
    for (const entry of entries) forget(entry)
    const isKept = ({ request_id }: QueuedEntry) => !gone.has(request_id)
    setState({ waiting: state.waiting.filter(isKept), refused: state.refused.filter(isKept), ...more })
  }

  function refuse(entries: readonly QueuedEntry[], refusal: string) {
    const refused = entries.map((entry) => ({ ...entry, refusal }))
    const gone = new Set(refused.map(({ request_id }) => request_id))
    for (const entry of refused) keep(entry)
    setState({
      waiting: state.waiting.filter(({ request_id }) => !gone.has(request_id)),
      refused: [...state.refused.filter(({ request_id }) => !gone.has(request_id)), ...refused].sort(isOlder),
      last: state.last && gone.has(state.last.request_id) ? { ...state.last, refusal, isAnswered: true } : state.last,
    })
  }

  function take(batch: readonly QueuedEntry[], results: readonly EntryResult[]) {
    const found = new Map(results.map((result) => [result.request_id, result]))
    const counted = new Map(state.counted)
    for (const { productid, counted: sum } of results) if (productid !== null) counted.set(productid, sum)
    const isStored = ({ request_id }: QueuedEntry) => found.get(request_id)?.status === 'counted'
    const answer = state.last && found.get(state.last.request_id)
    const { last } = state
    remove(batch.filter(isStored), {
      isOffline: false,
      counted,
      last:
        last && answer?.status === 'counted'
          ? {
              ...{ ...last, productid: answer.productid, productname: answer.productname, barcode: answer.barcode },
              ...{ quantity: answer.quantity, inPieces: true, isAnswered: true },
            }
          : last,
    })
    const unknown = batch.filter(({ request_id }) => found.get(request_id)?.status === 'unknown')
    if (unknown.length > 0) refuse(unknown, UNKNOWN)
    // What was scanned and taken back before it was sent.
    for (const group of groupRefused(state.refused)) if (group.quantity === 0 && group.refusal === UNKNOWN) remove(group.entries)
    onAnswer()
  }

  async function send(signal: AbortSignal) {
    const sizes = createBatchSizes(MAX_COUNT_ENTRIES)
    for (let failures = 0; !signal.aborted; ) {
      const batch = state.waiting.slice(0, sizes.next())
      if (batch.length === 0) return
      try {
        const entries = batch.map(toInput)
        const results = await client.stock.counts.enter({ documentid, entries })
        take(batch, results)
        failures = 0
        sizes.onAnswer()
      } catch (error) {
        const code = getErrorCode(error) ?? ''
        if (SESSION_ERRORS.includes(code)) return
        if (COUNT_ERRORS.includes(code)) {
          refuse(state.waiting, getErrorMessage(error, SOMETHING_WRONG))
          onRefused()
        } else if (ENTRY_ERRORS.includes(code)) {
          if (batch.length === 1) refuse(batch, getErrorMessage(error, SOMETHING_WRONG))
          sizes.onEntryError(batch.length)
        } else {
          setState({ isOffline: true })
          const ms = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] ?? 0
          failures += 1
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, ms)
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      }
    }
  }

  async function run() {
    const signal = running?.signal
    if (isSending || !signal) return
    isSending = true
    await send(signal)
    isSending = false
    // It was stopped and started again while it waited.
    if (running && running.signal !== signal) void run()
  }

  const retry = () => {
    wake()
    void run()
  }

  /** Another window of the same person has added or sent entries. */
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(prefix)) return
    load()
    retry()
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      running = new AbortController()
      load()
      addEventListener('online', retry)
      addEventListener('storage', onStorage)
      void run()
    },
    /** Nothing more is sent. */
    stop() {
      running?.abort()
      running = null
      wake()
      removeEventListener('online', retry)
      removeEventListener('storage', onStorage)
    },
    add(product: EnteredProduct, quantity: number, { isUndo = false } = {}) {
      const entry: QueuedEntry = {
        ...product,
        quantity,
        request_id: createUuid(),
        counted_at: new Date().toISOString(),
        place: place++,
        refusal: null,
      }
      keep(entry)
      setState({ waiting: [...state.waiting, entry], last: { ...entry, isUndo, isAnswered: false } })
      retry()
    },
    /** Such as after the product was added to the site. */
    sendAgain(entries: readonly QueuedEntry[]) {
      const again = entries.map((entry) => ({ ...entry, refusal: null }))
      remove(entries)
      for (const entry of again) keep(entry)
      const isLast = again.some(({ request_id }) => request_id === state.last?.request_id)
      setState({
        waiting: [...state.waiting, ...again].sort(isOlder),
        ...(isLast && state.last && { last: { ...state.last, refusal: null, isAnswered: false } }),
      })
      retry()
    },
    dismiss: (entries: readonly QueuedEntry[]) => remove(entries, { last: null }),
  }
}
export type EntryQueue = ReturnType<typeof createEntryQueue>

/** Undefined without access to the storage. */
function readStored(prefix: string) {
  try {
    return readStoredTexts(prefix).flatMap((text) => parse(text) ?? [])
  } catch {
    return undefined
  }
}

function parse(text: string) {
  try {
    return Stored.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // not JSON
  }
}

type Product = { productid: number; barcode: string }

const isOf = ({ productid, barcode, isScan, inPieces }: QueuedEntry, product: Product) =>
  isScan && barcode !== '' && !inPieces
    ? barcodeIdentity(barcode) === barcodeIdentity(product.barcode)
    : productid === product.productid

/** The entries of a product that wait for a connection. */
export const findWaiting = ({ waiting }: QueueState, product: Product) => waiting.filter((entry) => isOf(entry, product))

export const sumEntries = (entries: readonly QueuedEntry[]) => addUnits(entries.map(({ quantity }) => quantity))

export type RefusedGroup = { key: string; refusal: string; entries: QueuedEntry[]; quantity: number }

/** Those of one barcode or product that were refused for the same reason. */
export function groupRefused(refused: readonly QueuedEntry[]): RefusedGroup[] {
  const groups = new Map<string, QueuedEntry[]>()
  for (const entry of refused) {
    const key = `${entry.refusal} ${entry.isScan ? barcodeIdentity(entry.barcode) : entry.productid}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  return [...groups].map(([key, entries]) => ({
    key,
    entries,
    refusal: entries[0]?.refusal ?? '',
    quantity: sumEntries(entries),
  }))
}
