import { useCallback, useEffect, useState } from 'react'
import { logFault } from '../log-fault.ts'
import { type Basket, EMPTY_BASKET, isEmpty } from '../sale/basket.ts'
import { database, readValue, type Seller, writeValue } from './database.ts'

/** The open basket. Each change is stored, so that a reload or a power cut loses none. Undefined until it is read. */
export function useBasket() {
  const [basket, setState] = useState<Basket>()
  const [failure, setFailure] = useState(false)
  useEffect(() => {
    void readValue('basket').then((stored) => setState({ ...EMPTY_BASKET, ...stored }))
  }, [])
  const setBasket = useCallback((change: (before: Basket) => Basket) => {
    setState((before) => {
      const next = change(before ?? EMPTY_BASKET)
      // The next customer has given no tip.
      return isEmpty(next) ? { ...next, tip_cents: 0 } : next
    })
  }, [])
  useEffect(() => {
    if (!basket) return
    // After the frame with the new line: a tap is answered before the disk is.
    setTimeout(() => {
      writeValue('basket', basket).then(
        () => setFailure(false),
        (error: unknown) => {
          logFault(error)
          setFailure(true)
        },
      )
    })
  }, [basket])
  return { basket, setBasket, isUnstored: failure }
}

export const parkBasket = (basket: Basket, seller: Seller) =>
  database.transaction('rw', [database.parked, database.values], async () => {
    await database.parked.add({ at: Date.now(), seller, basket } as never)
    await writeValue('basket', EMPTY_BASKET)
  })

export const recallBasket = (parkedid: number) =>
  database.transaction('rw', [database.parked, database.values], async () => {
    const parked = await database.parked.get(parkedid)
    if (!parked) return undefined
    await database.parked.delete(parkedid)
    await writeValue('basket', parked.basket)
    return parked.basket
  })
