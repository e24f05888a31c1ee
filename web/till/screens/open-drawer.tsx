import { type FormEvent, useState } from 'react'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { NOT_STORED, toSeller } from '../device/database.ts'
import { openShift, readLastShift } from '../device/shifts.ts'
import { useLive } from '../device/use-live.ts'
import { logFault } from '../log-fault.ts'
import { AmountField, readCents } from '../parts/amount-field.tsx'
import { useSeller, useTill } from '../till-context.ts'

/** The cash in the drawer before the first sale. */
export function OpenDrawer({ onCancel }: { onCancel: () => void }) {
  const seller = useSeller()
  const { setup } = useTill()
  const last = useLive(readLastShift)
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const cents = readCents(text)
    if (cents === undefined) return setError('Enter an amount, such as 500 or 500,50. Enter 0 for an empty drawer.')
    try {
      await openShift(cents, toSeller(seller))
    } catch (problem) {
      logFault(problem)
      setError(NOT_STORED)
    }
  }
  return (
    <main className="sign-in">
      <form onSubmit={(event) => void submit(event)} className="stack">
        <h1>Open the drawer</h1>
        <p className="grey">
          Count the cash in it. This is the float of the day.
          {last?.closed_at !== undefined &&
            ` It was closed on ${formatDateTimeIn(setup.business.timezone, new Date(last.closed_at))} by ${last.closed_by?.name}.`}
        </p>
        <AmountField label="Float in rand" value={text} onChange={setText} error={error} autoFocus />
        <div className="row">
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className="button filled">
            Open drawer
          </button>
        </div>
      </form>
    </main>
  )
}
