import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { formatRand } from '../../lib/format/money.ts'
import { findStandardRate, findToday } from '../device/vat.ts'
import { AmountField, readCents, TextField } from '../parts/amount-field.tsx'
import { DiscountFields, readDiscount } from '../parts/discount-fields.tsx'
import { FormSheet } from '../parts/form-sheet.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { addLine, type Basket, discountBasket, EMPTY_BASKET, getGoodsCents, isEmpty } from '../sale/basket.ts'
import { sumPayments } from '../sale/payments.ts'
import { useTill } from '../till-context.ts'

type Props = { basket: Basket; setBasket: (change: (before: Basket) => Basket) => void }
type Opened = 'menu' | 'discount' | 'charge' | 'card' | 'note' | 'clear'

/** What is done with the whole basket. */
export function BasketMenu({ basket, setBasket }: Props) {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const canDiscount = basket.lines.length > 0 && basket.lines.every(({ quantity }) => quantity > 0)
  const startRefund = () => {
    setBasket(() => ({ ...EMPTY_BASKET, isRefund: true }))
    close()
  }
  return (
    <>
      <button type="button" className="icon-button" aria-label="More for this basket" onClick={() => setOpened('menu')}>
        <IconDots size={20} aria-hidden />
      </button>
      {opened === 'menu' && (
        <Sheet title="This basket" onClose={close}>
          <div className="menu">
            <MenuButton disabled={!canDiscount} onClick={() => setOpened('discount')}>
              Discount on everything
            </MenuButton>
            <MenuButton onClick={() => setOpened('charge')}>Charge, such as a delivery</MenuButton>
            <MenuButton disabled={basket.isRefund} onClick={() => setOpened('card')}>
              Load a gift card
            </MenuButton>
            <MenuButton onClick={() => setOpened('note')}>Note</MenuButton>
            <MenuButton disabled={!isEmpty(basket)} onClick={startRefund}>
              Refund without a receipt
            </MenuButton>
            <MenuButton disabled={isEmpty(basket) && !basket.isRefund} onClick={() => setOpened('clear')}>
              Clear the basket
            </MenuButton>
          </div>
        </Sheet>
      )}
      {opened === 'discount' && <DiscountSheet basket={basket} setBasket={setBasket} onClose={close} />}
      {opened === 'charge' && <ChargeSheet setBasket={setBasket} onClose={close} />}
      {opened === 'card' && <CardSheet setBasket={setBasket} onClose={close} />}
      {opened === 'note' && <NoteSheet basket={basket} setBasket={setBasket} onClose={close} />}
      {opened === 'clear' && (
        <Sheet
          title="Clear the basket?"
          onClose={close}
          footer={
            <>
              <button type="button" className="button" onClick={close}>
                Cancel
              </button>
              <button
                type="button"
                className="button danger grow"
                onClick={() => {
                  setBasket(() => EMPTY_BASKET)
                  close()
                }}
              >
                Clear
              </button>
            </>
          }
        >
          <p>
            All lines are removed. Nothing is sold.
            {basket.payments.length > 0 && ` ${formatRand(sumPayments(basket.payments) / 100)} was paid: give it back.`}
          </p>
        </Sheet>
      )}
    </>
  )
}

type MenuProps = { children: string; disabled?: boolean; onClick: () => void }
const MenuButton = ({ children, disabled = false, onClick }: MenuProps) => (
  <button type="button" className="menu-item" disabled={disabled} onClick={onClick}>
    {children}
  </button>
)

type SheetProps = Pick<Props, 'setBasket'> & { onClose: () => void }

function DiscountSheet({ basket, setBasket, onClose }: SheetProps & Pick<Props, 'basket'>) {
  const [discount, setDiscount] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const submit = () => {
    const cents = readDiscount(discount, getGoodsCents(basket))
    if (!cents) return setError('Enter an amount or a percentage that is not more than the total.')
    setBasket((before) => discountBasket(before, cents, reason.trim()))
    onClose()
  }
  return (
    <FormSheet title="Discount on everything" action="Give discount" onSubmit={submit} onClose={onClose}>
      <DiscountFields discount={discount} onDiscount={setDiscount} reason={reason} onReason={setReason} error={error} />
    </FormSheet>
  )
}

function ChargeSheet({ setBasket, onClose }: SheetProps) {
  const { setup } = useTill()
  const [name, setName] = useState('Delivery')
  const [amount, setAmount] = useState('')
  const [error, setError] = useState({ name: '', amount: '' })
  const submit = () => {
    const cents = readCents(amount)
    if (name.trim() === '') return setError({ name: 'Enter what the charge is for.', amount: '' })
    if (!cents) return setError({ name: '', amount: 'Enter an amount, such as 60 or 60,50.' })
    const vat_rate = findStandardRate(setup.standard_vat_rates, findToday(setup.business.timezone))
    setBasket((before) =>
      addLine(before, {
        ...{ kind: 'charge', name: name.trim().slice(0, 200), barcode: '', units: 1, quantity: before.isRefund ? -1 : 1 },
        ...{ price_cents: cents, listed_cents: cents, vat_rate },
      }),
    )
    onClose()
  }
  return (
    <FormSheet title="Charge" action="Add charge" onSubmit={submit} onClose={onClose}>
      <TextField label="What for" value={name} onChange={setName} error={error.name} />
      <AmountField label="Amount with VAT" value={amount} onChange={setAmount} error={error.amount} autoFocus />
    </FormSheet>
  )
}

function CardSheet({ setBasket, onClose }: SheetProps) {
  const [number, setNumber] = useState('')
  const [amount, setAmount] = useState('')
  const [error, setError] = useState({ number: '', amount: '' })
  const submit = () => {
    const amount_cents = readCents(amount)
    if (number.trim() === '') return setError({ number: 'Enter or scan the number of the card.', amount: '' })
    if (!amount_cents) return setError({ number: '', amount: 'Enter an amount, such as 500.' })
    setBasket((before) => ({ ...before, loads: [...before.loads, { number: number.trim().slice(0, 100), amount_cents }] }))
    onClose()
  }
  return (
    <FormSheet title="Load a gift card" action="Add to basket" onSubmit={submit} onClose={onClose}>
      <TextField label="Number of the card" value={number} onChange={setNumber} error={error.number} autoFocus />
      <AmountField label="Amount" value={amount} onChange={setAmount} error={error.amount} />
    </FormSheet>
  )
}

function NoteSheet({ basket, setBasket, onClose }: SheetProps & Pick<Props, 'basket'>) {
  const [note, setNote] = useState(basket.note)
  const submit = () => {
    setBasket((before) => ({ ...before, note: note.trim().slice(0, 200) }))
    onClose()
  }
  return (
    <FormSheet title="Note" action="Save" onSubmit={submit} onClose={onClose}>
      <TextField label="Note on the receipt" value={note} onChange={setNote} autoFocus />
    </FormSheet>
  )
}
