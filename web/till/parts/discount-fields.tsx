import { parseDecimal } from '../../../contract/shared/decimal.ts'
import { readCents, TextField } from './amount-field.tsx'

type Props = {
  discount: string
  onDiscount: (text: string) => void
  reason: string
  onReason: (text: string) => void
  error: string
}

export const DiscountFields = ({ discount, onDiscount, reason, onReason, error }: Props) => (
  <>
    <TextField
      label="Discount"
      value={discount}
      onChange={onDiscount}
      error={error}
      hint="In rand, or as 10 %"
      inputMode="text"
    />
    <TextField label="Reason for the discount (optional)" value={reason} onChange={onReason} />
  </>
)

/** Whole cents of '5', '5,50' or '10 %' of an amount; undefined for another text and for more than all of it. '' is none. */
export function readDiscount(text: string, full_cents: number): number | undefined {
  if (text.trim() === '') return 0
  const [, percent] = /^(.*)%\s*$/.exec(text.trim()) ?? []
  const cents = percent === undefined ? readCents(text) : readPercent(percent, full_cents)
  return cents === undefined || cents > full_cents ? undefined : cents
}

function readPercent(text: string, full_cents: number) {
  const percent = parseDecimal(text)
  return percent === undefined || percent < 0 ? undefined : Math.round((full_cents * percent) / 100)
}
