import { IconArrowLeft, IconMinus, IconPlus } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { STANDARD_VAT_PERCENT } from '../../../contract/shared/constants.ts'
import { formatPrice, formatQuantity, formatRand, formatVatRate } from '../../lib/format/money.ts'
import { NOT_STORED, toSeller } from '../device/database.ts'
import { parkBasket } from '../device/use-basket.ts'
import { logFault } from '../log-fault.ts'
import { type Basket, changeLine, EMPTY_BASKET, getLineCents, getTotalCents, isEmpty, type Line, sumVat } from '../sale/basket.ts'
import { sum, sumPayments } from '../sale/payments.ts'
import { useSeller } from '../till-context.ts'
import { BasketMenu } from './basket-menu.tsx'
import { LineSheet } from './line-sheet.tsx'

type Props = {
  basket: Basket
  setBasket: (change: (before: Basket) => Basket) => void
  onPay: () => void
  /** To the products, on a phone. */
  onBack: () => void
}

export function BasketPanel({ basket, setBasket, onPay, onBack }: Props) {
  const seller = useSeller()
  const [lineId, setLineId] = useState<number>()
  const [problem, setProblem] = useState('')
  const line = basket.lines.find(({ id }) => id === lineId)
  const total = getTotalCents(basket)
  const vat_cents = sum(sumVat(basket.lines), (part) => part.vat_cents)
  const end = useNewestLine(basket.lines.length)

  const park = async () => {
    try {
      await parkBasket(basket, toSeller(seller))
      setBasket(() => EMPTY_BASKET)
      setProblem('')
    } catch (error) {
      logFault(error)
      setProblem(NOT_STORED)
    }
  }

  return (
    <section className="basket" aria-label="Basket">
      <header className="basket-head">
        <button type="button" className="icon-button to-products" aria-label="Back to the products" onClick={onBack}>
          <IconArrowLeft size={20} aria-hidden />
        </button>
        <h2>{basket.isRefund ? (basket.refund_of ? `Refund of ${basket.refund_of}` : 'Refund') : 'Basket'}</h2>
        <BasketMenu basket={basket} setBasket={setBasket} />
      </header>
      <ul className="lines" aria-label="Lines" aria-live="polite">
        {basket.lines.map((item) => (
          <LineRow key={item.id} line={item} onOpen={setLineId} setBasket={setBasket} />
        ))}
        {basket.loads.map(({ number, amount_cents }, index) => (
          <li key={`card ${number}`} className="line">
            <div className="line-text">
              <span className="line-name">Gift card {number}</span>
              <button
                type="button"
                className="link"
                onClick={() => setBasket((before) => ({ ...before, loads: before.loads.filter((_, place) => place !== index) }))}
              >
                Remove
              </button>
            </div>
            <span className="line-amount">{formatRand(amount_cents / 100)}</span>
          </li>
        ))}
        <li ref={end} aria-hidden />
      </ul>
      {isEmpty(basket) && <p className="empty">Scan or choose a product.</p>}
      {basket.note && <p className="note">Note: {basket.note}</p>}
      <footer className="basket-foot">
        {problem && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        <p className="total">
          <span>Total</span>
          <strong data-testid="total">{formatRand(total / 100)}</strong>
        </p>
        <p className="grey vat">VAT {formatRand(vat_cents / 100)}</p>
        {basket.tip_cents > 0 && (
          <p className="total">
            <span>Including a tip</span>
            <span>{formatRand(basket.tip_cents / 100)}</span>
          </p>
        )}
        {basket.payments.length > 0 && (
          <p className="total">
            <span>Paid so far</span>
            <span>{formatRand(sumPayments(basket.payments) / 100)}</span>
          </p>
        )}
        <div className="row">
          <button type="button" className="button" disabled={isEmpty(basket)} onClick={() => void park()}>
            Park
          </button>
          <button type="button" className="button filled grow" disabled={isEmpty(basket)} onClick={onPay}>
            {total < 0 ? 'Give back' : 'Pay'}
          </button>
        </div>
      </footer>
      {line && <LineSheet key={line.id} line={line} setBasket={setBasket} onClose={() => setLineId(undefined)} />}
    </section>
  )
}

/** Keeps the newest line in sight. */
function useNewestLine(count: number) {
  const end = useRef<HTMLLIElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count > before.current) end.current?.scrollIntoView({ block: 'nearest' })
    before.current = count
  }, [count])
  return end
}

type RowProps = { line: Line; onOpen: (id: number) => void; setBasket: Props['setBasket'] }

/** Drawn again when its line changes: a basket may have a hundred. */
const LineRow = memo(function LineRow({ line, onOpen, setBasket }: RowProps) {
  const step = line.quantity < 0 ? -1 : 1
  const change = (by: number) => setBasket((before) => changeLine(before, line.id, { quantity: line.quantity + by }))
  const isWhole = Number.isInteger(line.quantity)
  return (
    <li className="line">
      <button type="button" className="line-text" aria-label={`Change ${line.name}`} onClick={() => onOpen(line.id)}>
        <span className="line-name">{line.name}</span>
        <span className="grey small">
          {formatQuantity(line.quantity)} × {formatPrice(line.price_cents / 100)}
          {line.vat_rate !== STANDARD_VAT_PERCENT && ` · VAT ${formatVatRate(line.vat_rate)}`}
          {line.discount_cents !== 0 && ` · −${formatRand(Math.abs(line.discount_cents) / 100)}`}
        </span>
      </button>
      {isWhole && line.kind === 'product' && (
        <span className="steps">
          <button
            type="button"
            className="icon-button bordered"
            aria-label={`One ${line.name} less`}
            onClick={() => change(-step)}
          >
            <IconMinus size={18} aria-hidden />
          </button>
          <button
            type="button"
            className="icon-button bordered"
            aria-label={`One ${line.name} more`}
            onClick={() => change(step)}
          >
            <IconPlus size={18} aria-hidden />
          </button>
        </span>
      )}
      <span className="line-amount">{formatRand(getLineCents(line) / 100)}</span>
    </li>
  )
})
