import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatRand } from '../../lib/format/money.ts'
import type { StoredSale } from '../device/database.ts'
import { Sheet } from '../parts/sheet.tsx'
import type { Basket } from '../sale/basket.ts'
import { getChange } from '../sale/payments.ts'
import { useTill } from '../till-context.ts'
import { createReceipt, type Receipt, type ReceiptRow, writeReceipt } from './receipt.ts'
import { RefundSheet } from './refund-sheet.tsx'

type Props = {
  stored: StoredSale
  /** It was just paid: the receipt is no copy. */
  isNew: boolean
  isBasketEmpty: boolean
  onRefund: (refund: Basket) => void
  onClose: () => void
}

/** A receipt: to print, to send, and to give goods back. */
export function ReceiptSheet({ stored, isNew, isBasketEmpty, onRefund, onClose }: Props) {
  const { setup } = useTill()
  const [isRefunding, setRefunding] = useState(false)
  // The second print of a new receipt is a copy too.
  const [isPrinted, setPrinted] = useState(false)
  const receipt = createReceipt(setup, stored, !isNew || isPrinted)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => done.current?.focus(), [])
  const change = getChange(stored.basket.payments)
  const canRefund = stored.basket.lines.some(({ quantity }) => quantity > 0)

  if (isRefunding) return <RefundSheet stored={stored} onRefund={onRefund} onClose={() => setRefunding(false)} />
  return (
    <Sheet
      title={isNew ? (stored.basket.isRefund ? 'Given back' : 'Paid') : `Receipt ${stored.reference}`}
      isWide
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="button"
            onClick={() => {
              print()
              setPrinted(true)
            }}
          >
            Print
          </button>
          <a
            className="button"
            href={`mailto:?subject=${encodeURIComponent(`${receipt.title} ${stored.reference}`)}&body=${encodeURIComponent(writeReceipt(receipt))}`}
          >
            E-mail
          </a>
          {!isNew && canRefund && (
            <button type="button" className="button" disabled={!isBasketEmpty} onClick={() => setRefunding(true)}>
              Refund
            </button>
          )}
          <button ref={done} type="button" className="button filled grow" onClick={onClose}>
            {isNew ? 'Next sale' : 'Done'}
          </button>
        </>
      }
    >
      {isNew && change > 0 && (
        <p className="due">
          <span>Change</span>
          <strong>{formatRand(change / 100)}</strong>
        </p>
      )}
      {!isNew && canRefund && !isBasketEmpty && <p className="grey">Pay, park or clear the open basket before you refund.</p>}
      {stored.state === 'refused' && <p className="error">Winkel has refused this sale: {stored.reason}</p>}
      <ReceiptPaper receipt={receipt} />
      {createPortal(<ReceiptPaper receipt={receipt} isPrinted />, document.body)}
    </Sheet>
  )
}

/** As it is printed on a roll of 80 mm. */
export const ReceiptPaper = ({ receipt, isPrinted = false }: { receipt: Receipt; isPrinted?: boolean }) => (
  <div className={isPrinted ? 'paper print-only' : 'paper'} aria-hidden={isPrinted || undefined}>
    <p className="paper-title">{receipt.title}</p>
    {receipt.heads.map((text) => (
      <p key={text} className="centre">
        {text}
      </p>
    ))}
    {[receipt.facts, receipt.lines, receipt.sums, receipt.payments, receipt.vat].map(
      (rows, part) => rows.length > 0 && <Rows key={part} rows={rows} />,
    )}
    {receipt.blanks.length > 0 && (
      <div className="paper-rows">
        {receipt.blanks.map((text) => (
          <p key={text} className="blank">
            {text}:
          </p>
        ))}
      </div>
    )}
    {receipt.feet.length > 0 && (
      <div className="paper-rows centre">
        {receipt.feet.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    )}
  </div>
)

const Rows = ({ rows }: { rows: ReceiptRow[] }) => (
  <div className="paper-rows">
    {rows.map(({ left, right, isStrong }, place) => (
      <p key={place} className={isStrong ? 'paper-row strong' : 'paper-row'}>
        <span>{left}</span>
        {right !== undefined && <span>{right}</span>}
      </p>
    ))}
  </div>
)
