import { Button } from '@mantine/core'
import type { Product } from '../../../../contract/products.ts'
import type { Scanned } from '../../../../contract/shared/barcode-identity.ts'
import { MissingBarcode } from '../../../missing-products/missing-barcode.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** A barcode that added nothing. `scans`: since then, so that the line begins with all of them. */
export type MissedScan = { barcode: string; text: string; isUnknown: boolean; scans: number }

type Props = {
  missed: MissedScan[]
  siteid: number
  sitename: string
  onFound: (found: Scanned<Product>, missed: MissedScan) => void
  onRetry: () => void
  onDismiss: () => void
}

/** Below the barcode is the footer of the draft, which would cover it. */
const FOOTER_STYLE = { scrollMarginBottom: 200 }
const scrollTo = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** What was scanned and not added, and what can be done about it. */
export const MissedScans = ({ missed, siteid, sitename, onFound, onRetry, onDismiss }: Props) => (
  <Notice
    kind="error"
    action={
      <div className="row keep-size">
        {missed.some(({ isUnknown }) => !isUnknown) && (
          <Button variant="default" size="xs" onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant="default" size="xs" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    }
  >
    <ul className="stack gap-8">
      {missed.map(({ barcode, text, isUnknown, scans }) => (
        <li key={barcode} ref={scrollTo} style={FOOTER_STYLE}>
          {text}
          {isUnknown && (
            <div className="row wrap tight">
              <MissingBarcode
                barcode={barcode}
                siteid={siteid}
                sitename={sitename}
                onFound={(found) => onFound(found, { barcode, text, isUnknown, scans })}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  </Notice>
)
