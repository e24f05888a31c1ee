// Entries that wait on the device, by their keys in its storage. A file of its own, because every screen looks for them.

export const getEntryPrefix = (user_id: string, documentid: number | '') =>
  `count-entry ${user_id} ${documentid === '' ? '' : `${documentid} `}`

/** The counts that have entries of a person on this device. */
export function findCountsWithEntries(user_id: string): number[] {
  const prefix = getEntryPrefix(user_id, '')
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return [...new Set(keys.map((key) => Number.parseInt(key.slice(prefix.length), 10)))].filter(Number.isInteger)
  } catch {
    return [] // no access to the storage
  }
}
