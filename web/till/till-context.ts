import { createContext, useContext, useSyncExternalStore } from 'react'
import type { TillEmployee, TillSetup } from '../../contract/till-catalogue.ts'
import type { Catalogue } from './device/catalogue.ts'
import type { Pairing } from './device/database.ts'
import type { Sync } from './sync/sync.ts'

export type Till = { pairing: Pairing; setup: TillSetup; catalogue: Catalogue; sync: Sync }

export const TillContext = createContext<Till | null>(null)

export function useTill() {
  const till = useContext(TillContext)
  if (!till) throw new Error('A part of the till is outside of it.')
  return till
}

export const useSyncState = () => {
  const { sync } = useTill()
  return useSyncExternalStore(sync.subscribe, sync.getState)
}

/** Renders again when products change. */
export const useCatalogue = () => {
  const { catalogue } = useTill()
  useSyncExternalStore(catalogue.subscribe, catalogue.getVersion)
  return catalogue
}

/** Who is signed in at the till. */
export const SellerContext = createContext<TillEmployee | null>(null)

export function useSeller() {
  const seller = useContext(SellerContext)
  if (!seller) throw new Error('Nobody is signed in at the till.')
  return seller
}
