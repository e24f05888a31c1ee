import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import type { Product } from '../../contract/products.ts'
import { ProductsSearch } from '../../contract/search/products.ts'
import type { Scanned } from '../../contract/shared/barcode-identity.ts'
import { useMay } from '../auth/rights.ts'
import { api, client } from '../lib/api/api.ts'
import { findProduct } from '../lib/api/find-product.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../lib/api/messages.ts'
import { useSave } from '../lib/api/use-save.ts'
import { createUuid } from '../lib/browser/uuid.ts'
import { AddProductDialog } from './add-product-dialog.ts'

type Props = {
  barcode: string
  siteid: number
  sitename: string
  /** The site has a product with this barcode now. */
  onFound: (found: Scanned<Product>) => void
}

/** The codes of an addition to a site that somebody else was faster with. */
const THERE_ALREADY = ['AT_SITE', 'BARCODE_TAKEN']

/** What can be done about a barcode that no product of the site has: the product of another site is stocked here too, or one is added. */
export function MissingBarcode({ barcode, siteid, sitename, onFound }: Props) {
  const may = useMay()
  const Dialog = use(AddProductDialog)
  const [isAdding, setAdding] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  // One key for all attempts: a retry after a lost answer returns the product that was added.
  const [request_id] = useState(createUuid)
  const elsewhere = useQuery(api.products.list.queryOptions({ input: { ...ProductsSearch.parse({}), barcode } }))
  const others = elsewhere.data?.rows.filter((row) => row.siteid !== siteid) ?? []
  const [other] = others

  const takeUp = async () => {
    const found = await findProduct(siteid, barcode)
    if (found) onFound(found)
    else setMessage(`The product that was saved is not at ${sitename} with the barcode ${barcode}.`)
  }
  const addHere = useSave(
    async ({ productid }: Pick<Product, 'productid'>) => {
      await client.products.addToSite({ productid, siteid, request_id }).catch((error) => {
        if (!THERE_ALREADY.includes(getErrorCode(error) ?? '')) throw error
      })
      await takeUp()
    },
    ['products'],
  )
  const fail = (error: unknown) => {
    console.error(error)
    setMessage(getErrorMessage(error, SOMETHING_WRONG))
  }

  const where = other && `It is at ${other.sitename}${others.length > 1 ? ` and ${others.length - 1} more` : ''}.`
  const canStock = other !== undefined && may('products.addToSite')
  const canAdd = !canStock && Dialog !== null && may('products.create')
  return (
    <>
      {where && <span>{where} </span>}
      {!canStock && !canAdd && <span>Ask an owner or a stock keeper to add it.</span>}
      {canStock && (
        <Button variant="default" size="xs" loading={addHere.isPending} onClick={() => addHere.mutateAsync(other).catch(fail)}>
          Stock it here too
        </Button>
      )}
      {canAdd && (
        <Button variant="default" size="xs" disabled={elsewhere.isLoading} onClick={() => setAdding(true)}>
          Add it
        </Button>
      )}
      {message && <span role="status">{message}</span>}
      {isAdding && Dialog && (
        <Dialog
          barcode={barcode}
          filteredSite={siteid}
          onSaved={() => void takeUp().catch(fail)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}
