import { type FormEvent, useState } from 'react'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import { database, type StoredSale } from '../device/database.ts'
import { findSale } from '../device/sales.ts'
import { useLive } from '../device/use-live.ts'
import { TextField } from '../parts/amount-field.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { sumPayments } from '../sale/payments.ts'
import { useTill } from '../till-context.ts'

const SHOWN = 50

type Props = { onOpen: (sale: StoredSale) => void; onClose: () => void }

/** The last receipts of this device, and one by its number. */
export function ReceiptsSheet({ onOpen, onClose }: Props) {
  const { setup } = useTill()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const sales = useLive(() => database.sales.orderBy('at').reverse().limit(SHOWN).toArray())
  const find = async (event: FormEvent) => {
    event.preventDefault()
    const sale = await findSale(typed)
    if (sale) return onOpen(sale)
    setError('This device does not have this receipt. Look it up in Winkel, or refund without a receipt.')
  }
  return (
    <Sheet title="Receipts" onClose={onClose}>
      <form className="find-receipt" onSubmit={(event) => void find(event)}>
        <TextField label="Number of the receipt" value={typed} onChange={setTyped} error={error} autoFocus />
        <button type="submit" className="button">
          Open
        </button>
      </form>
      {sales?.length === 0 && <p className="empty">Nothing was sold on this device yet.</p>}
      <ul className="menu">
        {sales?.map((sale) => (
          <li key={sale.reference}>
            <button type="button" className="menu-item" onClick={() => onOpen(sale)}>
              <span>
                {sale.reference}
                <span className="grey small block">
                  {formatDateTimeIn(setup.business.timezone, new Date(sale.at))} · {sale.seller.name} · {STATES[sale.state]}
                </span>
              </span>
              <strong>{formatRand(sumPayments(sale.basket.payments) / 100)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

const STATES = { waiting: 'not sent yet', sent: 'sent', refused: 'refused' }
