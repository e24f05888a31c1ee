import { ActionIcon } from '@mantine/core'
import { IconBarcode } from '@tabler/icons-react'
import { useState } from 'react'
import { canScanBarcodes, findDetector } from '../../lib/browser/can-scan-barcodes.ts'
import { lazyDialog } from '../dialog/lazy-dialog.tsx'

const ScanDialog = lazyDialog('Scan barcode', async () => (await import('./scan-dialog.tsx')).ScanDialog)

/** Loads what a scan needs, for a screen that is used without a network. */
export function preloadScan() {
  if (!canScanBarcodes()) return
  ScanDialog.preload()
  if (!findDetector()) void import('../../lib/browser/zxing-detector.ts').catch(() => {}) // said when it is used
}

/** Scans a barcode with the camera, for browsers that can (`canScanBarcodes`). */
export function ScanButton({ onScan }: { onScan: (barcode: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon variant="subtle" size="md" aria-label="Scan barcode" title="Scan barcode" onClick={() => setOpen(true)}>
        <IconBarcode size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {isOpen && (
        <ScanDialog
          onScan={(barcode) => {
            setOpen(false)
            onScan(barcode)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
