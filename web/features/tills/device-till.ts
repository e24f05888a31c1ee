import { ORPCError } from '@orpc/client'
import { TILL_NAME, TILL_PAIRING } from '../../lib/browser/till-storage.ts'

// What the page of the till in this browser (/till) is given, and what it says. It takes the pairing out of the storage when it has read it.

export const TILL_PAGE = '/till'

/** The name of the till that this browser is; null for none, also where the browser keeps nothing. */
export function readDeviceTill() {
  try {
    return localStorage.getItem(TILL_NAME)
  } catch {
    return null
  }
}

/** Throws where the browser keeps nothing: a key that is created then would be lost. */
export function checkStorage() {
  try {
    localStorage.setItem(TILL_PAIRING, '')
    localStorage.removeItem(TILL_PAIRING)
  } catch {
    throw new ORPCError('NO_STORAGE', { message: 'This browser keeps no data for this page, so it cannot be a till.' })
  }
}

export const storePairing = (pairing: { key: string; tillid: number; name: string }) =>
  localStorage.setItem(TILL_PAIRING, JSON.stringify(pairing))
