import { Box, Combobox, TextInput, useCombobox } from '@mantine/core'
import { barcodeIdentity, type Scanned } from '../../../../contract/shared/barcode-identity.ts'
import '@mantine/core/styles/Combobox.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../../contract/products.ts'
import { ProductsSearch } from '../../../../contract/search/products.ts'
import { SEARCH_DELAY_MS } from '../../../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../../../contract/shared/list.ts'
import { api } from '../../../lib/api/api.ts'
import { findProduct } from '../../../lib/api/find-product.ts'
import { getErrorMessage, NO_CONNECTION } from '../../../lib/api/messages.ts'
import { canScanBarcodes } from '../../../lib/browser/can-scan-barcodes.ts'
import { skipOptions } from '../../../lib/browser/skip-options.ts'
import { isDigits } from '../../../lib/format/is-digits.ts'
import { formatQuantity } from '../../../lib/format/money.ts'
import { lazyComponent } from '../../../ui/feedback/lazy-component.tsx'
import { useChooseByName } from '../../../ui/form/choose-by-name.ts'
import { ScanButton } from '../../../ui/scan/scan-button.tsx'
import { useScannerFocus } from '../../../ui/scan/use-scanner-focus.ts'
import classes from './draft.module.css'
import type { MissedScan } from './missed-scans.tsx'

/** Rows that the search shows; a longer text finds the others. */
const SHOWN = 8

type Props = {
  input: RefObject<HTMLInputElement | null>
  /** Takes a barcode that was scanned into another field. */
  scanner: RefObject<((barcode: string) => void) | null>
  siteid: number | null
  sitename: string
  /** Adds 1 to the line with this barcode. False where there is none. */
  onBarcode: (barcode: string) => boolean
  /** Adds units of the product. `isScanned`: the next scan follows. */
  onProduct: (product: Product, units: number, isScanned: boolean) => void
  /** What the last scan did. */
  message: string
}

const MissedScans = lazyComponent(async () => (await import('./missed-scans.tsx')).MissedScans, {
  failure: 'Could not load this.',
})

const isSame = (a: string, b: string) => barcodeIdentity(a) === barcodeIdentity(b)

/** Adds products by name, category or barcode, or with a scanner, which types a barcode and Enter. */
export function AddProduct({ input, scanner, siteid, sitename, onBarcode, onProduct, message }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const [missed, setMissed] = useState<MissedScan[]>([])
  /** The last scan added nothing, so what an earlier one did is not its answer. */
  const [isMissed, setIsMissed] = useState(false)
  /** The same for scans that follow each other before it is rendered. */
  const missedNow = useRef<MissedScan[]>([])
  // It also says that there is no network.
  useEffect(MissedScans.preload, [])
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useQuery({
    ...api.products.list.queryOptions({
      input: ProductsSearch.parse({ siteid: siteid ?? undefined, q, per_page: 25 }),
      placeholderData: keepPreviousData,
    }),
    enabled: siteid !== null && q !== '',
  })
  const isCurrent = q === typed.trim() && !found.isPlaceholderData && !found.isPending
  const rows = q === '' ? [] : (found.data?.rows ?? []).slice(0, SHOWN)

  const changeMissed = (next: MissedScan[]) => {
    missedNow.current = next
    setMissed(next)
  }
  const forget = (barcode: string) => changeMissed(missedNow.current.filter((one) => !isSame(one.barcode, barcode)))
  const countScans = (barcode: string) => missedNow.current.find((one) => isSame(one.barcode, barcode))?.scans ?? 0
  const miss = (barcode: string, isUnknown: boolean, text: string) => {
    const scans = countScans(barcode) + 1
    forget(barcode)
    changeMissed([...missedNow.current, { barcode, isUnknown, text, scans }])
    setIsMissed(true)
  }
  /** With the scans that found nothing before. */
  const takeUp = ({ product, units }: Scanned<Product>, { barcode, scans }: Pick<MissedScan, 'barcode' | 'scans'>) => {
    forget(barcode)
    setIsMissed(false)
    onProduct(product, units * scans, true)
    setTyped((text) => (isSame(text, barcode) ? '' : text))
  }

  const scan = async (barcode: string) => {
    if (siteid === null) return
    // Selected, so that the next scan replaces it.
    input.current?.select()
    combobox.closeDropdown()
    setIsMissed(false)
    if (onBarcode(barcode)) return setTyped('')
    try {
      const found = await findProduct(siteid, barcode)
      if (!found) return miss(barcode, true, `No product at ${sitename} has the barcode ${barcode}.`)
      takeUp(found, { barcode, scans: countScans(barcode) + 1 })
    } catch (error) {
      console.error(error)
      miss(barcode, false, `${barcode} could not be looked up. ${getErrorMessage(error, NO_CONNECTION)}`)
    }
  }

  useScannerFocus(input, () => setTyped(''))
  useEffect(() => {
    scanner.current = (barcode) => {
      input.current?.focus()
      void scan(barcode)
    }
  })

  const choose = (product: Product) => {
    setIsMissed(false)
    setTyped('')
    combobox.closeDropdown()
    onProduct(product, 1, false)
  }

  const onEnter = useChooseByName({ combobox, rows, text: typed.trim(), isCurrent, choose })

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    skipOptions(event)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    // An option that the arrow keys have marked: the list adds it.
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0) return
    const text = typed.trim()
    if (isDigits(text)) void scan(text)
    else if (text !== '') onEnter()
  }

  const retry = () => {
    const waiting = missed.filter(({ isUnknown }) => !isUnknown)
    changeMissed(missed.filter(({ isUnknown }) => isUnknown))
    for (const { barcode, scans } of waiting) for (let again = 0; again < scans; again++) void scan(barcode)
  }

  return (
    <div className={classes.add}>
      <Combobox
        store={combobox}
        position="bottom-start"
        onOptionSubmit={(value) => {
          const product = rows.find(({ productid }) => String(productid) === value)
          if (product) choose(product)
        }}
      >
        <Combobox.Target>
          <TextInput
            ref={input}
            size="md"
            label="Add a product"
            description={siteid === null ? 'Select a site first.' : undefined}
            placeholder="Type a name, or scan a barcode"
            disabled={siteid === null}
            maxLength={SEARCH_MAX}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              combobox.openDropdown()
              combobox.resetSelectedOption()
            }}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={onKeyDown}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            rightSection={canScanBarcodes() && siteid !== null && <ScanButton onScan={(barcode) => void scan(barcode)} />}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={typed.trim() === ''}>
          <Combobox.Options aria-label="Products">
            {rows.map(({ productid, productname, barcode, category, stock }) => (
              <Combobox.Option key={productid} value={String(productid)}>
                <span className="row between gap-12">
                  <span className="rest">
                    {productname}
                    <span className="second-line">{[barcode, category].filter(Boolean).join(' · ')}</span>
                  </span>
                  <Box component="span" className="small grey digits nowrap">
                    Stock {formatQuantity(stock)}
                  </Box>
                </span>
              </Combobox.Option>
            ))}
            {rows.length === 0 && (
              <Combobox.Empty>
                {found.isError ? getErrorMessage(found.error, NO_CONNECTION) : isCurrent ? 'Nothing found.' : 'Searching…'}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <p className="small grey" aria-live="polite">
        {!isMissed && message}
      </p>
      {missed.length > 0 && siteid !== null && (
        <MissedScans
          missed={missed}
          siteid={siteid}
          sitename={sitename}
          onFound={(found, scan) => {
            takeUp(found, scan)
            input.current?.focus()
          }}
          onRetry={retry}
          onDismiss={() => changeMissed([])}
        />
      )}
    </div>
  )
}
