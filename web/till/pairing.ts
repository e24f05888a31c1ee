import { TILL_NAME, TILL_PAIRING } from '../lib/browser/till-storage.ts'
import { catalogueDatabase } from './device/catalogue-database.ts'
import { database, type Pairing, readValue, writeValue } from './device/database.ts'
import { fetchSetup } from './sync/till-api.ts'

export type PairingResult = 'paired' | 'none' | { unsent: number; sitename: string }

/** The key; what else is there the server says. */
function readPairingKey(): string | undefined {
  const text = localStorage.getItem(TILL_PAIRING)
  if (text === null) return undefined
  try {
    const { key } = JSON.parse(text)
    if (typeof key === 'string') return key
  } catch {
    // Not ours.
  }
  return undefined
}

/**
 * Takes the key that the back office has left. A device that was a till of the same site keeps its sales, and sends them with the new key.
 * Sales of another site that are not sent stand in the way: they would be sent to the wrong shop. Throws when the server does not answer.
 */
export async function takePairing(): Promise<PairingResult> {
  const key = readPairingKey()
  if (key === undefined) return (await readValue('pairing')) ? 'paired' : 'none'
  const { answer } = await fetchSetup(key)
  const pairing: Pairing = { key, ...answer.till }
  const before = await readValue('setup')
  const isOther = before !== undefined && before.site.siteid !== answer.site.siteid
  const unsent = await countUnsent()
  if (isOther && unsent > 0) return { unsent, sitename: before.site.sitename }
  if (isOther) await catalogueDatabase.delete({ disableAutoOpen: false })
  await database.transaction('rw', database.tables, async () => {
    if (isOther) for (const table of database.tables) await table.clear()
    await writeValue('pairing', pairing)
    await writeValue('setup', answer)
    await writeValue('ended', '')
    // Another key of the same site has the same catalogue, but its numbers are its own.
    if (before?.till.tillid !== answer.till.tillid) {
      await writeValue('last_number', 0)
      await writeValue('last_movement', 0)
    }
  })
  localStorage.removeItem(TILL_PAIRING)
  localStorage.setItem(TILL_NAME, pairing.name)
  // Without this a browser may remove the sales when its disk is full.
  await navigator.storage?.persist?.()
  return 'paired'
}

export async function countUnsent() {
  const counts = await Promise.all(
    [database.sales, database.movements].map((table) => table.where('state').notEqual('sent').count()),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
