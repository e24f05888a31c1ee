import { useEffect, useState } from 'react'
import type { StoredProduct } from '../device/catalogue-database.ts'
import { useTill } from '../till-context.ts'

const CACHE = 'winkel-till-pictures'

/** The small picture of a product, kept on the device. Nothing for a product without one, and while it is not there. */
export function Picture({ product: { productid, picture } }: { product: Pick<StoredProduct, 'productid' | 'picture'> }) {
  const { pairing } = useTill()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (picture === null) return
    let isOver = false
    let made: string | undefined
    readPicture(pairing.key, productid, picture).then(
      (blob) => {
        if (isOver || !blob) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      () => {}, // without a network: the name is enough
    )
    return () => {
      isOver = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [pairing.key, productid, picture])
  return url ? <img src={url} alt="" width={40} height={40} /> : null
}

async function readPicture(key: string, productid: number, picture: string) {
  const url = `/api/v1/till/products/${productid}/picture?v=${picture}`
  const cache = await caches.open(CACHE)
  const kept = await cache.match(url)
  if (kept) return kept.blob()
  const response = await fetch(url, { credentials: 'omit', headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) return undefined
  await cache.put(url, response.clone())
  return response.blob()
}
