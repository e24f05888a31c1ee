// Entries that wait on the device, each with a key of its own in its storage. Every screen looks for them, so this file imports nothing.

export type StoredEntry = {
  request_id: string
  /** Null for a barcode that this device does not know. */
  productid: number | null
  barcode: string
  /** The barcode names the product, not its id. */
  isScan: boolean
  /** `quantity` is in pieces, because the device knew the product. Otherwise it is how often the barcode was scanned. */
  inPieces: boolean
  quantity: number
  counted_at: string
  /** Entries of the same millisecond keep their order. */
  place: number
  /** Why the server will never store it; null while it waits for an answer. */
  refusal: string | null
}

const getPersonPrefix = (user_id: string) => `count-entry ${user_id} `

export const getEntryPrefix = (user_id: string, documentid: number) => `${getPersonPrefix(user_id)}${documentid} `

/** The counts that have entries of a person on this device. */
export function findCountsWithEntries(user_id: string): number[] {
  const prefix = getPersonPrefix(user_id)
  return [...new Set(findKeys(prefix).map((key) => Number.parseInt(key.slice(prefix.length), 10)))].filter(Number.isInteger)
}

/** The codes of answers to entries of which the server will never store at least one. */
export const ENTRY_ERRORS = ['UNPROCESSABLE_CONTENT', 'BAD_REQUEST', 'ALREADY_USED', 'INVALID']

/**
 * How many entries to send at a time. Nothing is stored of a batch with a wrong entry: its halves are sent, until the wrong entry is alone
 * and the others are stored.
 */
export function createBatchSizes(most: number) {
  const parts: number[] = []
  return {
    next: () => parts.at(-1) ?? most,
    onAnswer: () => void parts.pop(),
    onEntryError(sent: number) {
      parts.pop()
      if (sent > 1) parts.push(Math.floor(sent / 2), Math.ceil(sent / 2))
    },
  }
}

/** The texts of a count's entries. */
export const readStoredTexts = (prefix: string) => findKeys(prefix).map((key) => localStorage.getItem(key) ?? '')

function findKeys(prefix: string) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return [] // no access to the storage
  }
}

export const isOlder = (a: StoredEntry, b: StoredEntry) => a.counted_at.localeCompare(b.counted_at) || a.place - b.place

/** As the server takes it. */
export function toInput({ request_id, productid, barcode, isScan, inPieces, quantity, counted_at }: StoredEntry) {
  const entry = { quantity, request_id, counted_at: new Date(counted_at) }
  return isScan || productid === null ? { ...entry, barcode, ...(inPieces && { in_pieces: true }) } : { ...entry, productid }
}
