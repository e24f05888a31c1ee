import { useState } from 'react'
import { parseDecimal } from '../../../contract/shared/decimal.ts'
import { formatQuantity, formatRand, toNumberText } from '../../lib/format/money.ts'
import type { StoredSale } from '../device/database.ts'
import { getGoodsKey, sumRefunds } from '../device/sales.ts'
import { useLive } from '../device/use-live.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { FormSheet } from '../parts/form-sheet.tsx'
import { type Basket, EMPTY_BASKET, getLineCents, type Line } from '../sale/basket.ts'

type Props = { stored: StoredSale; onRefund: (refund: Basket) => void; onClose: () => void }

/** Which goods of a receipt come back. */
export function RefundSheet({ stored, onRefund, onClose }: Props) {
  const shown = useLive(() => sumRefunds(stored.reference), stored.reference)
  const [counts, setCounts] = useState<Record<number, string>>({})
  const [error, setError] = useState('')
  const lines = stored.basket.lines.filter(({ quantity }) => quantity > 0)
  const getLeft = (line: Line) => Math.max(0, line.quantity - (shown?.get(getGoodsKey(line)) ?? 0))

  const submit = () => {
    const chosen = lines.map((line) => ({ line, count: parseDecimal(counts[line.id] || '0') ?? -1 }))
    if (chosen.some(({ count }) => count < 0 || Math.abs(count * 1000 - Math.round(count * 1000)) > 1e-6))
      return setError('Enter how many come back, with at most three decimals.')
    const back = chosen.filter(({ count }) => count > 0)
    if (back.length === 0) return setError('Enter how many come back.')
    const next: Basket = {
      ...EMPTY_BASKET,
      refund_of: stored.reference,
      isRefund: true,
      lines: back.map(({ line, count }) => ({
        ...line,
        quantity: -count,
        // The same share of the discount comes back.
        discount_cents: -Math.round((line.discount_cents * count) / line.quantity) || 0,
      })),
    }
    onRefund(next)
  }

  return (
    <FormSheet
      title={`Refund of ${stored.reference}`}
      action="Continue"
      other={
        <button
          type="button"
          className="button"
          onClick={() => setCounts(Object.fromEntries(lines.map((line) => [line.id, toNumberText(getLeft(line))])))}
        >
          Everything
        </button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.map((line) => (
        <div key={line.id} className="refund-line">
          <p>
            {line.name}
            <span className="grey small block">
              {formatQuantity(line.quantity)} sold for {formatRand(getLineCents(line) / 100)}
              {getLeft(line) < line.quantity && `, ${formatQuantity(getLeft(line))} left`}
            </span>
          </p>
          <AmountField
            label="Back"
            of={line.name}
            value={counts[line.id] ?? ''}
            onChange={(text) => setCounts((before) => ({ ...before, [line.id]: text }))}
          />
        </div>
      ))}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </FormSheet>
  )
}
