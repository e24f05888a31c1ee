import { ActionIcon, Combobox, TextInput, useCombobox } from '@mantine/core'
import { barcodeIdentity, findScanned } from '../../../contract/shared/barcode-identity.ts'
import { toNumberText } from '../../lib/format/money.ts'
import '@mantine/core/styles/Combobox.layer.css'
import { IconBarcode, IconMinus, IconPlus } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { addUnits } from '../../../contract/shared/decimal.ts'
import { SEARCH_MAX } from '../../../contract/shared/list.ts'
import type { SheetLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import { isBarcode, isDigits } from '../../lib/format/is-digits.ts'
import { useChooseByName } from '../../ui/form/choose-by-name.ts'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import { useScannerFocus } from '../../ui/scan/use-scanner-focus.ts'
import classes from './counts.module.css'
import { isNarrow } from './describe-count.ts'
import type { EntryQueue, QueueState } from './entry-queue.ts'
import { LastEntry } from './last-entry.tsx'
import { ProductOptions } from './product-options.tsx'
import { QueueStatus } from './queue-status.tsx'
import { multiplyUnits, readUnits } from './units.ts'
import type { OutsideQuestion } from './use-outside-question.ts'
import { useProductSearch } from './use-product-search.ts'

type Props = {
  document: StockDocument
  sheet: UseQueryResult<SheetLine[]>
  queue: EntryQueue
  state: QueueState
  question: OutsideQuestion
}

/** By each of their barcodes. */
function groupByBarcode(lines: SheetLine[]) {
  const groups = new Map<string, SheetLine[]>()
  for (const line of lines)
    for (const { barcode } of [line, ...line.further_barcodes])
      if (barcode) groups.set(barcodeIdentity(barcode), [...(groups.get(barcodeIdentity(barcode)) ?? []), line])
  return groups
}

const pickEntered = ({ productid, productname }: SheetLine) => ({ productid, productname })

/** Counts products: by a scanner, which types a barcode and Enter, with the camera, or by name. */
export function EntryBar({ document, sheet, queue, state, question }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [unitsText, setUnitsText] = useState('1')
  const [unitsError, setUnitsError] = useState<string | undefined>()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const byBarcode = useMemo(() => groupByBarcode(sheet.data ?? []), [sheet.data])
  const findLine = (barcode: string) => findScanned(byBarcode.get(barcodeIdentity(barcode)) ?? [], barcode)
  const search = useProductSearch(document, sheet, typed.trim())
  useScannerFocus(input, () => setTyped(''))
  useEffect(() => input.current?.focus({ preventScroll: true }), [])

  /** The typed units; undefined, with the focus there, where they are no number. */
  const takeUnits = () => {
    const { units, error } = readUnits(unitsText)
    setUnitsError(error)
    if (error !== undefined) return undefined
    // The next scan is of one unit again.
    setUnitsText('1')
    return units
  }

  const clear = () => {
    setTyped('')
    combobox.closeDropdown()
    input.current?.focus({ preventScroll: true })
  }

  const enterBarcode = (barcode: string, units: number) => {
    const known = findLine(barcode)
    if (!known && isNarrow(document)) void question.scan(barcode, units, sheet.data !== undefined)
    else if (known)
      queue.add({ ...pickEntered(known.product), barcode, isScan: true, inPieces: true }, multiplyUnits(units, known))
    else queue.add({ productid: null, productname: '', barcode, isScan: true, inPieces: false }, units)
    clear()
  }

  const scan = (barcode: string) => {
    const units = takeUnits()
    if (units === undefined) return
    enterBarcode(barcode, units)
  }

  const choose = ({ productid, productname, barcode }: Pick<SheetLine, 'productid' | 'productname' | 'barcode'>) => {
    const units = takeUnits()
    if (units === undefined) return
    queue.add({ productid, productname, barcode, isScan: false, inPieces: true }, units)
    clear()
  }

  const onEnter = useChooseByName({ combobox, ...search, text: typed.trim(), choose })

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    skipOptions(event)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    // An option that the arrow keys have marked: the list adds it.
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0) return
    const text = typed.trim()
    if (isDigits(text) || findLine(text)) scan(text)
    else if (text !== '') onEnter()
  }

  const onUnitsKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const text = unitsText.trim()
    if (isBarcode(text)) {
      setUnitsText('1')
      setUnitsError(undefined)
      enterBarcode(text, 1)
    } else {
      setUnitsError(readUnits(unitsText).error)
      if (readUnits(unitsText).error === undefined) input.current?.focus()
    }
  }

  const step = (by: number) => {
    const now = readUnits(unitsText).units ?? 0
    const next = addUnits([now, by])
    setUnitsError(undefined)
    setUnitsText(toNumberText(next === 0 ? by : next))
  }

  return (
    // Until the products are there, what is scanned is an unknown barcode.
    <section
      className="panel stack gap-12 to-edge screen-only"
      aria-label="Enter what you counted"
      aria-busy={sheet.isLoading || undefined}
    >
      <div className={classes.fields}>
        <Combobox
          store={combobox}
          position="bottom-start"
          onOptionSubmit={(value) => {
            const row = search.rows.find(({ productid }) => String(productid) === value)
            if (row) choose(row)
          }}
        >
          <Combobox.Target>
            <TextInput
              ref={input}
              size="lg"
              label="Scan a barcode, or type a name"
              maxLength={SEARCH_MAX}
              autoComplete="off"
              autoCapitalize="off"
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
              leftSection={<IconBarcode size={20} stroke={1.75} aria-hidden />}
              rightSection={canScanBarcodes() && <ScanButton onScan={scan} />}
            />
          </Combobox.Target>
          <ProductOptions search={search} isHidden={typed.trim() === '' || isDigits(typed.trim())} />
        </Combobox>
        <div className={classes.units}>
          <TextInput
            size="lg"
            label="Units"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            value={unitsText}
            error={unitsError}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setUnitsText(event.currentTarget.value)}
            onKeyDown={onUnitsKeyDown}
            styles={{ input: { paddingInline: 48, fontWeight: 600, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
            leftSectionPointerEvents="auto"
            leftSection={
              <ActionIcon variant="subtle" size={44} aria-label="One unit less" onClick={() => step(-1)}>
                <IconMinus size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            }
            rightSection={
              <ActionIcon variant="subtle" size={44} aria-label="One unit more" onClick={() => step(1)}>
                <IconPlus size={20} stroke={1.75} aria-hidden />
              </ActionIcon>
            }
          />
        </div>
      </div>
      {/* An entry before a question would look like its answer. */}
      {!question.asked.some(({ after }) => after === state.last?.request_id) && (
        <LastEntry document={document} sheet={sheet.data} queue={queue} state={state} />
      )}
      <QueueStatus state={state} />
    </section>
  )
}
