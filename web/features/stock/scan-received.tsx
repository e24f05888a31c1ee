import { TextInput } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { findScanned } from '../../../contract/shared/barcode-identity.ts'
import { findWeighed } from '../../../contract/shared/scale-barcodes.ts'
import type { DocumentLine } from '../../../contract/stock-documents.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import { useScannerFocus } from '../../ui/scan/use-scanner-focus.ts'

/** The field for scans of what arrived. `onScan` adds units to a line, and returns how many it has then. */
export function useReceivedScans(
  lines: DocumentLine[],
  patterns: readonly string[],
  onScan: (line: DocumentLine, units: number) => string,
) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState<{ text: string; isError: boolean }>({ text: '', isError: false })
  useScannerFocus(input, () => setTyped(''))

  const scan = (barcode: string) => {
    const found = findScanned(lines, barcode) ?? findWeighed(lines, barcode, patterns)
    setResult(
      found
        ? { text: `${found.product.productname}: ${onScan(found.product, found.units)}`, isError: false }
        : { text: `No product of this transfer has the barcode ${barcode}.`, isError: true },
    )
    setTyped('')
  }
  return { input, typed, setTyped, result, scan }
}

/** Scans what arrived: each scan adds one to the line of the product, or the units of a carton. A scanner types a barcode and Enter. */
export function ScanReceived({ scans }: { scans: ReturnType<typeof useReceivedScans> }) {
  const { input, typed, setTyped, result, scan } = scans

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would receive the transfer.
    event.preventDefault()
    const barcode = typed.trim()
    if (barcode !== '') scan(barcode)
  }

  return (
    <TextInput
      ref={input}
      size="md"
      wrapperProps={{ 'data-wide': true }}
      label="Scan what arrived (optional)"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      leftSection={<IconBarcode size={18} stroke={1.75} aria-hidden />}
      rightSection={canScanBarcodes() && <ScanButton onScan={scan} />}
      description={<span aria-live="polite">{result.isError ? '' : result.text}</span>}
      error={result.isError && result.text}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
