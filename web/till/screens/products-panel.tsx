import { IconBarcode, IconSearch, IconStarFilled, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { formatPrice, pluralize } from '../../lib/format/money.ts'
import type { StoredProduct } from '../device/catalogue-database.ts'
import { readValue } from '../device/database.ts'
import { useLive } from '../device/use-live.ts'
import { Picture } from '../parts/picture.tsx'
import { useCatalogue, useSyncState } from '../till-context.ts'

const MAX_SHOWN = 60
const FAVOURITES = 'Favourites'

const CameraSheet = lazy(async () => ({ default: (await import('./camera-sheet.tsx')).CameraSheet }))

type Props = {
  onAdd: (product: StoredProduct) => void
  onScan: (barcode: string) => void
  /** The number of the last receipt: the next customer begins without a search. */
  lastPaid: string
}

/** Finds products by text, barcode, category and as favourites. */
export const ProductsPanel = memo(function ProductsPanel({ onAdd, onScan, lastPaid }: Props) {
  const catalogue = useCatalogue()
  const version = catalogue.getVersion()
  const { isOnline } = useSyncState()
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<string>()
  const [hasCamera, setCamera] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new receipt ends the search.
  useEffect(() => setTyped(''), [lastPaid])
  const favourites = useLive(() => readValue('favourites'))
  const searched = useDeferredValue(typed.trim())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the catalogue is the same object with other products in each version.
  const categories = useMemo(() => catalogue.listCategories(), [version])
  const chosen = category ?? (favourites?.length ? FAVOURITES : categories[0]?.category)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const products = useMemo(() => {
    if (searched) return catalogue.search(searched, MAX_SHOWN + 1)
    if (chosen === FAVOURITES) return (favourites ?? []).flatMap((id) => catalogue.get(id) ?? [])
    return chosen === undefined ? [] : catalogue.listCategory(chosen, MAX_SHOWN + 1)
  }, [version, searched, chosen, favourites])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped('')
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    // What is typed now, not what the list shows: a scanner is faster than the list.
    const [only, ...others] = catalogue.search(typed.trim(), 2)
    if (/\d{3}/.test(typed) || !only || others.length > 0) onScan(typed.trim())
    else onAdd(only)
    setTyped('')
  }

  return (
    <section className="products" aria-label="Products">
      <div className="search-row">
        <div className="search">
          <IconSearch size={18} aria-hidden />
          <input
            type="search"
            value={typed}
            placeholder="Search or scan…"
            aria-label="Search or scan"
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {typed && (
            <button type="button" className="icon-button" aria-label="Clear search" onClick={() => setTyped('')}>
              <IconX size={18} aria-hidden />
            </button>
          )}
        </div>
        {canScanBarcodes() && (
          <button
            type="button"
            className="icon-button bordered"
            aria-label="Scan with the camera"
            onClick={() => setCamera(true)}
          >
            <IconBarcode size={22} aria-hidden />
          </button>
        )}
      </div>
      {!searched && (
        <fieldset className="chips" aria-label="Categories">
          {!!favourites?.length && (
            <button type="button" aria-pressed={chosen === FAVOURITES} onClick={() => setCategory(FAVOURITES)}>
              <IconStarFilled size={14} aria-hidden /> {FAVOURITES}
            </button>
          )}
          {categories.map(({ category: name }) => (
            <button key={name} type="button" aria-pressed={chosen === name} onClick={() => setCategory(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {products.length === 0 ? (
        <p className="empty">{describeEmpty({ searched, isLoaded: catalogue.isLoaded(), count: catalogue.count(), isOnline })}</p>
      ) : (
        <ul className="tiles">
          {products.slice(0, MAX_SHOWN).map((product) => (
            <li key={product.productid}>
              <button type="button" className="tile" onClick={() => onAdd(product)}>
                <Picture product={product} />
                <span className="tile-name">{product.productname}</span>
                <span className="tile-price">{formatPrice(product.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {products.length > MAX_SHOWN && <p className="grey more">Only the first {MAX_SHOWN} are shown. Search for the others.</p>}
      <p className="visually-hidden" role="status">
        {searched && `${pluralize(Math.min(products.length, MAX_SHOWN), 'product')} found`}
      </p>
      {hasCamera && (
        <Suspense>
          <CameraSheet
            onScan={(barcode) => {
              setCamera(false)
              onScan(barcode)
            }}
            onClose={() => setCamera(false)}
          />
        </Suspense>
      )}
    </section>
  )
})

type Empty = { searched: string; isLoaded: boolean; count: number; isOnline: boolean | null }

function describeEmpty({ searched, isLoaded, count, isOnline }: Empty) {
  if (searched) return `No products match ‘${searched}’.`
  if (!isLoaded || (count === 0 && isOnline === null)) return 'Loading products...'
  if (count > 0) return 'No products here.'
  return isOnline ? 'This site has no products yet. Add them in Winkel.' : 'The products come as soon as there is a network.'
}
