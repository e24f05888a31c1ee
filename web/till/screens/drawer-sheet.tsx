import { useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand, formatVatRate, pluralize } from '../../lib/format/money.ts'
import { database, NOT_STORED, type Shift, type ShiftTotals, toSeller } from '../device/database.ts'
import { addMovement } from '../device/sales.ts'
import { closeShift, countUnsentOf, sumShift } from '../device/shifts.ts'
import { useLive } from '../device/use-live.ts'
import { logFault } from '../log-fault.ts'
import { AmountField, readCents, TextField } from '../parts/amount-field.tsx'
import { FormSheet } from '../parts/form-sheet.tsx'
import { ManagerSheet } from '../parts/manager-sheet.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { isManager } from '../people/permissions.ts'
import { METHOD_NAMES } from '../sale/payments.ts'
import { useSeller, useTill } from '../till-context.ts'
import type { Receipt, ReceiptRow } from './receipt.ts'
import { ReceiptPaper } from './receipt-sheet.tsx'

type Props = { shift: Shift; isBasketEmpty: boolean; onClose: () => void }
type Step = 'menu' | 'paid_in' | 'paid_out' | 'close' | 'report' | 'earlier' | 'manager' | { counted: Shift }

const rand = (cents: number) => formatRand(cents / 100)

/** The cash drawer: money in and out, the totals so far, and the count at the end. */
export function DrawerSheet({ shift, isBasketEmpty, onClose }: Props) {
  const seller = useSeller()
  const { sync } = useTill()
  const [step, setStep] = useState<Step>('menu')
  const parked = useLive(() => database.parked.count()) ?? 0
  const toMenu = () => setStep('menu')
  const [done, setDone] = useState('')
  const mayClose = isBasketEmpty && parked === 0

  if (step === 'paid_in' || step === 'paid_out') {
    const onStored = (text: string) => {
      setDone(text)
      sync.request()
    }
    return <MovementSheet kind={step} onClose={toMenu} onStored={onStored} />
  }
  if (step === 'close') return <CountSheet shift={shift} onClose={toMenu} />
  if (step === 'manager')
    return (
      <ManagerSheet
        reason="The totals and the difference are for a manager."
        onAllowed={() => setStep('report')}
        onClose={toMenu}
      />
    )
  if (step === 'report') return <ReportSheet shift={shift} onClose={toMenu} />
  if (step === 'earlier') return <EarlierSheet onOpen={(counted) => setStep({ counted })} onClose={toMenu} />
  if (typeof step === 'object') return <ReportSheet shift={step.counted} onClose={() => setStep('earlier')} />
  return (
    <Sheet title="Drawer" onClose={onClose}>
      {done && (
        <p className="grey" role="status">
          {done}
        </p>
      )}
      <div className="menu">
        <button type="button" className="menu-item" onClick={() => setStep('paid_in')}>
          Paid in
        </button>
        <button type="button" className="menu-item" onClick={() => setStep('paid_out')}>
          Paid out
        </button>
        <button type="button" className="menu-item" onClick={() => setStep(isManager(seller) ? 'report' : 'manager')}>
          Totals so far (X)
        </button>
        {isManager(seller) && (
          <button type="button" className="menu-item" onClick={() => setStep('earlier')}>
            Earlier closings (Z)
          </button>
        )}
        <button type="button" className="menu-item" disabled={!mayClose} onClick={() => setStep('close')}>
          Count and close the drawer
        </button>
      </div>
      {!mayClose && <p className="grey">Pay or clear the open and parked baskets before you close the drawer.</p>}
    </Sheet>
  )
}

type MovementProps = {
  kind: 'paid_in' | 'paid_out'
  /** With what was done, in words. */
  onStored: (text: string) => void
  onClose: () => void
}

function MovementSheet({ kind, onStored, onClose }: MovementProps) {
  const seller = useSeller()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState({ amount: '', reason: '' })
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    const amount_cents = readCents(amount)
    if (!amount_cents) return setError({ amount: 'Enter an amount, such as 50 or 50,50.', reason: '' })
    if (reason.trim() === '') return setError({ amount: '', reason: 'Enter what the money is for.' })
    setBusy(true)
    try {
      await addMovement({
        ...{ kind, amount_cents, reason: reason.trim().slice(0, 200) },
        seller: toSeller(seller),
      })
      onStored(`${rand(amount_cents)} ${kind === 'paid_in' ? 'paid in' : 'paid out'}: ${reason.trim()}`)
      onClose()
    } catch (problem) {
      logFault(problem)
      setError({ amount: NOT_STORED, reason: '' })
      setBusy(false)
    }
  }
  return (
    <FormSheet
      title={kind === 'paid_in' ? 'Paid in' : 'Paid out'}
      action={kind === 'paid_in' ? 'Put in' : 'Take out'}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <AmountField label="Amount" value={amount} onChange={setAmount} error={error.amount} autoFocus />
      <TextField label="What for" value={reason} onChange={setReason} error={error.reason} />
    </FormSheet>
  )
}

/** Blind: the seller counts without seeing what is expected. */
function CountSheet({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const seller = useSeller()
  const [amount, setAmount] = useState('')
  const [error, setError] = useState('')
  const [counted_cents, setCounted] = useState<number>()
  const [isBusy, setBusy] = useState(false)

  const close = async (cents: number) => {
    if (isBusy) return
    setBusy(true)
    try {
      await closeShift(shift, cents, toSeller(seller))
    } catch (problem) {
      logFault(problem)
      setError(NOT_STORED)
      setBusy(false)
    }
  }
  const submit = () => {
    const cents = readCents(amount)
    if (cents === undefined) return setError('Enter the cash that you have counted, such as 1 250,50.')
    setError('')
    setCounted(cents)
  }
  if (counted_cents !== undefined)
    return (
      <Sheet
        title="Close the drawer?"
        onClose={() => setCounted(undefined)}
        footer={
          <>
            <button type="button" className="button" onClick={() => setCounted(undefined)}>
              Count again
            </button>
            <button type="button" className="button filled grow" disabled={isBusy} onClick={() => void close(counted_cents)}>
              Close drawer
            </button>
          </>
        }
      >
        <p>
          You have counted <strong>{rand(counted_cents)}</strong>. A manager sees the difference.
        </p>
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </Sheet>
    )
  return (
    <FormSheet title="Count the drawer" action="Continue" onSubmit={submit} onClose={onClose}>
      <p>Count all cash in the drawer, the float too.</p>
      <AmountField label="Cash in the drawer" value={amount} onChange={setAmount} error={error} autoFocus />
    </FormSheet>
  )
}

/** X while the drawer is open, Z once it is counted. */
function ReportSheet({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { setup } = useTill()
  const totals = useLive(async () => shift.totals ?? sumShift(shift), shift.shiftid)
  const unsent = useLive(() => countUnsentOf(shift.shiftid), shift.shiftid)
  const paper = totals && createReport(shift, totals, setup.business.timezone, [setup.business.name, setup.site.sitename])
  return (
    <Sheet
      title={shift.closed_at === undefined ? 'Totals so far' : 'Closing'}
      isWide
      onClose={onClose}
      footer={
        <>
          <button type="button" className="button" onClick={() => print()}>
            Print
          </button>
          <button type="button" className="button filled grow" onClick={onClose}>
            Done
          </button>
        </>
      }
    >
      {unsent !== undefined && (
        <p className={unsent > 0 ? 'notice warns' : 'grey'}>
          {unsent > 0
            ? `${pluralize(unsent, 'sale')} or drawer movements are not sent yet: Winkel shows less than this.`
            : 'Winkel has all of these sales.'}
        </p>
      )}
      {paper && (
        <>
          <ReceiptPaper receipt={paper} />
          {createPortal(<ReceiptPaper receipt={paper} isPrinted />, document.body)}
        </>
      )}
    </Sheet>
  )
}

function createReport(shift: Shift, totals: ShiftTotals, timezone: string, heads: string[]): Receipt {
  const time = (at: number) => formatDateTimeIn(timezone, new Date(at))
  const { counted_cents, closed_at, expected_cents = totals.expected_cents } = shift
  const some = (left: string, cents: number): ReceiptRow[] => (cents === 0 ? [] : [{ left, right: rand(cents) }])
  return {
    title: closed_at === undefined ? 'X report' : 'Z report',
    heads,
    facts: [
      { left: 'Opened', right: time(shift.opened_at) },
      { left: 'By', right: shift.opened_by.name },
      ...(closed_at === undefined
        ? []
        : [
            { left: 'Closed', right: time(closed_at) },
            { left: 'By', right: shift.closed_by?.name ?? '' },
          ]),
      { left: 'Sales', right: String(totals.sales - totals.refunds) },
      { left: 'Refunds', right: String(totals.refunds) },
    ],
    lines: [
      { left: 'Goods incl. VAT', right: rand(totals.goods_cents), isStrong: true },
      ...some('Tips', totals.tips_cents),
      ...some('Gift cards sold', totals.loads_cents),
      ...some('Rounding', totals.rounding_cents),
    ],
    sums: totals.payments.map(({ method, amount_cents, sales }) => ({
      left: `${METHOD_NAMES[method]} (${sales})`,
      right: rand(amount_cents),
    })),
    payments: [
      { left: 'Float', right: rand(shift.float_cents) },
      ...some('Paid in', totals.paid_in_cents),
      ...some('Paid out', -totals.paid_out_cents),
      { left: 'Expected in the drawer', right: rand(expected_cents), isStrong: true },
      ...(counted_cents === undefined
        ? []
        : [
            { left: 'Counted', right: rand(counted_cents) },
            { left: 'Difference', right: rand(counted_cents - expected_cents), isStrong: true },
          ]),
    ],
    vat: totals.vat.map(({ vat_rate, amount_cents, vat_cents }) => ({
      left: `VAT ${formatVatRate(vat_rate)} of ${rand(amount_cents)}`,
      right: rand(vat_cents),
    })),
    blanks: [],
    feet: [],
  }
}

function EarlierSheet({ onOpen, onClose }: { onOpen: (shift: Shift) => void; onClose: () => void }) {
  const { setup } = useTill()
  const shifts = useLive(() =>
    database.shifts
      .orderBy('shiftid')
      .reverse()
      .filter(({ closed_at }) => closed_at !== undefined)
      .limit(30)
      .toArray(),
  )
  return (
    <Sheet title="Earlier closings" onClose={onClose}>
      {shifts?.length === 0 && <p className="empty">The drawer was not closed yet.</p>}
      <ul className="menu">
        {shifts?.map((shift) => (
          <li key={shift.shiftid}>
            <button type="button" className="menu-item" onClick={() => onOpen(shift)}>
              <span>
                {formatDateTimeIn(setup.business.timezone, new Date(shift.closed_at ?? 0))}
                <span className="grey small block">{shift.closed_by?.name}</span>
              </span>
              <strong>{rand((shift.counted_cents ?? 0) - (shift.expected_cents ?? 0))}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
