import { useState } from 'react'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { findProduct } from '../../lib/api/find-product.ts'
import { isInScope } from './describe-count.ts'
import type { EntryQueue } from './entry-queue.ts'
import { multiplyUnits } from './units.ts'

/** A scanned product that is not in the scope of the count. */
export type AskedProduct = {
  barcode: string
  /** In pieces; scans where the product was not looked up. */
  units: number
  /** Null without a network: it was not looked up. */
  product: { productid: number; productname: string } | null
  /** The request of the newest entry when it was asked. */
  after: string | undefined
}

/** Asks before a count of a category or a supplier takes a product of another one. */
export function useOutsideQuestion(document: StockDocument, queue: EntryQueue) {
  const [asked, setAsked] = useState<AskedProduct[]>([])
  /** Identities of barcodes. */
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())

  const enter = ({ barcode, units, product }: Omit<AskedProduct, 'after'>) =>
    queue.add(
      {
        ...{ productid: product?.productid ?? null, productname: product?.productname ?? '' },
        ...{ barcode, isScan: true, inPieces: product !== null },
      },
      units,
    )

  return {
    asked,
    /**
     * A barcode that the loaded products of the count do not have. One that no product of the site has is entered: the
     * answer says so. Without a network it is asked about where those products are loaded, and entered where they are not.
     */
    scan: async (barcode: string, typed: number, isLoaded: boolean) => {
      if (accepted.has(barcodeIdentity(barcode))) return enter({ barcode, units: typed, product: null })
      const found = await findProduct(document.siteid, barcode).catch((error) => {
        console.error(error)
        return null
      })
      if (found === undefined || (found === null && !isLoaded)) return enter({ barcode, units: typed, product: null })
      const product = found?.product ?? null
      const units = found ? multiplyUnits(typed, found) : typed
      if (product && isInScope(product, document)) return enter({ barcode, units, product })
      setAsked((all) => {
        const before = all.find((one) => barcodeIdentity(one.barcode) === barcodeIdentity(barcode))
        const others = all.filter((one) => one !== before)
        const after = queue.getState().last?.request_id
        return [...others, { barcode, product, units: addUnits([before?.units ?? 0, units]), after }]
      })
    },
    answer: (answered: AskedProduct, isTaken: boolean) => {
      setAsked((all) => all.filter((one) => one !== answered))
      if (!isTaken) return
      setAccepted((all) => new Set([...all, barcodeIdentity(answered.barcode)]))
      enter(answered)
    },
  }
}
export type OutsideQuestion = ReturnType<typeof useOutsideQuestion>
