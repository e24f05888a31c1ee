import { useState } from 'react'
import { parseDecimal, parsePrice } from '../../../contract/shared/decimal.ts'
import { toNumberText, toPriceText } from '../../lib/format/money.ts'
import { readValue, writeValue } from '../device/database.ts'
import { useLive } from '../device/use-live.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { DiscountFields, readDiscount } from '../parts/discount-fields.tsx'
import { FormSheet } from '../parts/form-sheet.tsx'
import { type Basket, changeLine, discountLine, getFullCents, type Line, removeLine } from '../sale/basket.ts'

type Props = { line: Line; setBasket: (change: (before: Basket) => Basket) => void; onClose: () => void }

/** Quantity, price and discount of a line. */
export function LineSheet({ line, setBasket, onClose }: Props) {
  const [quantity, setQuantity] = useState(toNumberText(Math.abs(line.quantity)))
  const [price, setPrice] = useState(toPriceText(line.price_cents / 100))
  const discountBefore = line.discount_cents === 0 ? '' : toPriceText(Math.abs(line.discount_cents) / 100)
  const [discount, setDiscount] = useState(discountBefore)
  const [reason, setReason] = useState(line.discount_reason)
  const [error, setError] = useState<{ quantity?: string; price?: string; discount?: string }>({})
  const favourites = useLive(() => readValue('favourites')) ?? []
  const { productid } = line
  const isFavourite = productid !== undefined && favourites.includes(productid)

  const submit = () => {
    const count = parseDecimal(quantity)
    if (count === undefined || count <= 0 || count > 1_000_000 || Math.abs(count * 1000 - Math.round(count * 1000)) > 1e-6)
      return setError({ quantity: 'Enter a quantity above zero, with at most three decimals.' })
    const rand = parsePrice(price)
    if (rand === undefined || rand < 0 || rand > 9_999_999) return setError({ price: 'Enter a price, such as 49,90.' })
    const price_cents = Math.round(rand * 10_000) / 100
    const changed = { ...line, quantity: line.quantity < 0 ? -count : count, price_cents }
    // The same discount is the same share of another quantity or price.
    const off = discount === discountBefore ? undefined : readDiscount(discount, Math.abs(getFullCents(changed)))
    if (off === undefined && discount !== discountBefore)
      return setError({ discount: 'Enter an amount or a percentage that is not more than the price.' })
    setBasket((before) => {
      const next = changeLine(before, line.id, { quantity: changed.quantity, price_cents })
      const kept = next.lines.find(({ id }) => id === line.id)?.discount_cents ?? 0
      return discountLine(next, line.id, off === undefined ? kept : changed.quantity < 0 ? -off : off, reason.trim())
    })
    onClose()
  }
  const toggleFavourite = async () => {
    if (productid === undefined) return
    await writeValue('favourites', isFavourite ? favourites.filter((id) => id !== productid) : [...favourites, productid])
  }

  return (
    <FormSheet
      title={line.name}
      action="Save"
      other={
        <button
          type="button"
          className="button danger"
          onClick={() => {
            setBasket((before) => removeLine(before, line.id))
            onClose()
          }}
        >
          Remove
        </button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField label="Quantity" value={quantity} onChange={setQuantity} error={error.quantity ?? ''} autoFocus />
      <AmountField label="Price" value={price} onChange={setPrice} error={error.price ?? ''} />
      <DiscountFields
        discount={discount}
        onDiscount={setDiscount}
        reason={reason}
        onReason={setReason}
        error={error.discount ?? ''}
      />
      {productid !== undefined && (
        <button type="button" className="button" aria-pressed={isFavourite} onClick={() => void toggleFavourite()}>
          {isFavourite ? 'Remove from favourites' : 'Add to favourites'}
        </button>
      )}
    </FormSheet>
  )
}
