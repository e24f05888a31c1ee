import { type ReactNode, useState } from 'react'
import { formatRand } from '../../lib/format/money.ts'
import { NOT_STORED, type StoredSale, toSeller, writeValue } from '../device/database.ts'
import { completeSale, NotSelling } from '../device/sales.ts'
import { logFault } from '../log-fault.ts'
import { AmountField, readCents, TextField } from '../parts/amount-field.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { type Basket, getTotalCents } from '../sale/basket.ts'
import { getDue, listTendered, METHOD_NAMES, METHODS, type Method, type Payment, sumPayments } from '../sale/payments.ts'
import { useSeller } from '../till-context.ts'

type Props = {
  basket: Basket
  setBasket: (change: (before: Basket) => Basket) => void
  onPaid: (sale: StoredSale) => void
  onClose: () => void
}

const rand = (cents: number) => formatRand(cents / 100)

/**
 * How the customer pays, in one or several parts. A part that is paid stays with the basket until the sale is complete. 'Paid' is shown when
 * the sale is on the disk.
 */
export function PaySheet({ basket, setBasket, onPaid, onClose }: Props) {
  const seller = useSeller()
  const { payments, tip_cents } = basket
  const setTip = (cents: number) => setBasket((before) => ({ ...before, tip_cents: cents }))
  const [amount, setAmount] = useState('')
  const [step, setStep] = useState<'methods' | 'cash' | 'gift card' | 'tip'>('methods')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)

  const total = getTotalCents(basket)
  const left = total - sumPayments(payments)
  const isRefund = total < 0
  // Lines were removed after a part was paid.
  const isTooMuch = payments.length > 0 && (isRefund ? left > 0 : left < 0)
  const cash = getDue(total, payments, 'cash')

  const finish = async (all: Payment[]) => {
    if (isBusy) return
    setBusy(true)
    try {
      onPaid(await completeSale({ ...basket, payments: all }, toSeller(seller)))
    } catch (problem) {
      logFault(problem)
      setError(
        problem instanceof NotSelling
          ? 'Not paid: the drawer is closed, or this device is not a till any more. The basket is kept.'
          : 'Not paid: this device could not store the sale. Is there space left? The basket is kept.',
      )
      setBusy(false)
    }
  }

  /** A part that was paid or taken back is on the disk before it is shown. */
  const keepParts = async (parts: Payment[]) => {
    if (isBusy) return
    setBusy(true)
    try {
      await writeValue('basket', { ...basket, payments: parts })
      setBasket((before) => ({ ...before, payments: parts }))
      setAmount('')
      setError('')
      setStep('methods')
    } catch (problem) {
      logFault(problem)
      setError(NOT_STORED)
    } finally {
      setBusy(false)
    }
  }

  /** What is typed, or all that is left. Undefined for a wrong text. */
  const readPart = (due: number) => {
    if (amount.trim() === '') return due
    const cents = readCents(amount)
    if (!cents) return undefined
    return isRefund ? -cents : cents
  }

  const pay = (method: Method, more: Partial<Payment> = {}) => {
    const { due_cents } = getDue(total, payments, method)
    const part = readPart(due_cents)
    if (part === undefined) return setError('Enter an amount for the part, such as 50 or 50,50.')
    if (Math.abs(part) > Math.abs(due_cents)) return setError(`Enter at most ${rand(Math.abs(due_cents))}.`)
    const all = [...payments, { method, amount_cents: part, ...more }]
    if (part !== due_cents) return void keepParts(all)
    setError('')
    setStep('methods')
    void finish(all)
  }

  /** Cash that the customer gives: the amount and the change. */
  const payCash = (tendered_cents: number) => {
    const { due_cents } = cash
    if (tendered_cents >= due_cents) {
      setError('')
      return void finish([...payments, { method: 'cash', amount_cents: due_cents, tendered_cents }])
    }
    // A part of it.
    void keepParts([...payments, { method: 'cash', amount_cents: tendered_cents }])
  }

  const choose = (method: Method) => {
    setError('')
    if (method === 'gift card') return setStep('gift card')
    if (method !== 'cash' || isRefund) return pay(method)
    setStep('cash')
  }

  return (
    <Sheet title={isRefund ? 'Give back' : 'Pay'} isWide onClose={onClose}>
      <p className="due" role="status">
        <span>{isTooMuch ? 'Paid too much' : payments.length > 0 ? 'Left to pay' : isRefund ? 'To give back' : 'To pay'}</span>
        <strong>{rand(Math.abs(left))}</strong>
      </p>
      {payments.length > 0 && (
        <ul className="parts" aria-label="Paid so far">
          {payments.map((payment, index) => (
            <li key={index}>
              <span>
                {METHOD_NAMES[payment.method]} {payment.number}
              </span>
              <span>{rand(payment.amount_cents)}</span>
              <button
                type="button"
                className="link"
                disabled={isBusy}
                onClick={() => void keepParts(payments.filter((_, place) => place !== index))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {tip_cents > 0 && (
        <p className="parts">
          <span>Tip</span> <span>{rand(tip_cents)}</span>{' '}
          <button type="button" className="link" onClick={() => setTip(0)}>
            Remove
          </button>
        </p>
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {isTooMuch && <p className="notice warns">More is paid than this comes to. Give a part back, and remove it here.</p>}
      {step === 'methods' && !isTooMuch && (
        <div className="stack">
          {isRefund && cash.rounding_cents !== 0 && <p className="grey">{rand(Math.abs(cash.due_cents))} in cash</p>}
          {left === 0 ? (
            <button type="button" className="button filled big" disabled={isBusy} onClick={() => void finish(payments)}>
              Finish
            </button>
          ) : (
            <>
              <div className="methods">
                {METHODS.map((method) => (
                  <button key={method} type="button" className="button big" disabled={isBusy} onClick={() => choose(method)}>
                    {METHOD_NAMES[method]}
                  </button>
                ))}
              </div>
              <AmountField
                label="Only a part (optional)"
                value={amount}
                onChange={setAmount}
                hint="Enter an amount, then choose how it is paid. The rest is paid in another way."
              />
            </>
          )}
          {!isRefund && payments.length === 0 && tip_cents === 0 && (
            <button type="button" className="button" onClick={() => setStep('tip')}>
              Add a tip
            </button>
          )}
        </div>
      )}
      {step === 'cash' && (
        <CashStep
          due_cents={cash.due_cents}
          rounding_cents={cash.rounding_cents}
          typed={amount}
          isBusy={isBusy}
          onCash={payCash}
          onBack={() => setStep('methods')}
        />
      )}
      {step === 'gift card' && <CardStep onCard={(number) => pay('gift card', { number })} onBack={() => setStep('methods')} />}
      {step === 'tip' && (
        <TipStep
          onTip={(cents) => {
            setTip(cents)
            setStep('methods')
          }}
          onBack={() => setStep('methods')}
        />
      )}
    </Sheet>
  )
}

type StepProps = { action: string; isBusy?: boolean; onSubmit: () => void; onBack: () => void; children: ReactNode }

/** What is asked before a payment; 'Back' leads to the methods. */
const StepForm = ({ action, isBusy = false, onSubmit, onBack, children }: StepProps) => (
  <form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    <div className="row">
      <button type="button" className="button" onClick={onBack}>
        Back
      </button>
      <button type="submit" className="button filled grow" disabled={isBusy}>
        {action}
      </button>
    </div>
  </form>
)

type CashProps = {
  due_cents: number
  rounding_cents: number
  /** A part that was typed before. */
  typed: string
  isBusy: boolean
  onCash: (tendered_cents: number) => void
  onBack: () => void
}

function CashStep({ due_cents, rounding_cents, typed, isBusy, onCash, onBack }: CashProps) {
  const [text, setText] = useState(typed)
  const [error, setError] = useState('')
  const cents = readCents(text)
  const submit = () => {
    if (!cents) return setError('Enter what the customer gives.')
    onCash(cents)
  }
  return (
    <StepForm action="Take cash" isBusy={isBusy} onSubmit={submit} onBack={onBack}>
      <p>
        {rand(due_cents)} in cash
        {rounding_cents !== 0 && <span className="grey"> · rounded by {rand(Math.abs(rounding_cents))}</span>}
      </p>
      <div className="methods">
        {listTendered(due_cents).map((amount) => (
          <button key={amount} type="button" className="button big" disabled={isBusy} onClick={() => onCash(amount)}>
            {amount === due_cents ? `Exact ${rand(amount)}` : rand(amount)}
          </button>
        ))}
      </div>
      <AmountField
        label="Other amount"
        value={text}
        onChange={(typed) => {
          setText(typed)
          setError('')
        }}
        error={error}
        hint={describeChange(cents, due_cents)}
        autoFocus
      />
    </StepForm>
  )
}

const describeChange = (cents: number | undefined, due: number) =>
  cents === undefined ? '' : cents >= due ? `Change ${rand(cents - due)}` : `A part: ${rand(due - cents)} stays to pay`

function CardStep({ onCard, onBack }: { onCard: (number: string) => void; onBack: () => void }) {
  const [number, setNumber] = useState('')
  const [error, setError] = useState('')
  const submit = () => {
    if (number.trim() === '') return setError('Enter or scan the number of the card.')
    onCard(number.trim().slice(0, 100))
  }
  return (
    <StepForm action="Pay with this card" onSubmit={submit} onBack={onBack}>
      <TextField
        label="Number of the gift card"
        value={number}
        onChange={setNumber}
        error={error}
        hint="The till does not know what is left on a card. A manager can look it up in Winkel, under Reports, Gift cards."
        autoFocus
      />
    </StepForm>
  )
}

function TipStep({ onTip, onBack }: { onTip: (cents: number) => void; onBack: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const submit = () => {
    const cents = readCents(text)
    if (!cents) return setError('Enter an amount, such as 20.')
    onTip(cents)
  }
  return (
    <StepForm action="Add tip" onSubmit={submit} onBack={onBack}>
      <AmountField label="Tip" value={text} onChange={setText} error={error} autoFocus />
    </StepForm>
  )
}
