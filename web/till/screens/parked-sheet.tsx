import { formatTimeIn } from '../../lib/format/dates.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { database } from '../device/database.ts'
import { recallBasket } from '../device/use-basket.ts'
import { useLive } from '../device/use-live.ts'
import { Sheet } from '../parts/sheet.tsx'
import { type Basket, getTotalCents } from '../sale/basket.ts'
import { useTill } from '../till-context.ts'

type Props = { isBasketEmpty: boolean; onRecall: (basket: Basket) => void; onClose: () => void }

/** Baskets that wait for their customer. */
export function ParkedSheet({ isBasketEmpty, onRecall, onClose }: Props) {
  const { setup } = useTill()
  const parked = useLive(() => database.parked.toArray())
  const recall = async (parkedid: number) => {
    const basket = await recallBasket(parkedid)
    if (basket) onRecall(basket)
  }
  return (
    <Sheet title="Parked baskets" onClose={onClose}>
      {!isBasketEmpty && <p className="grey">Park or pay the open basket first, to take another one.</p>}
      {parked?.length === 0 && <p className="empty">No basket is parked.</p>}
      <ul className="menu">
        {parked?.map(({ parkedid, at, seller, basket }) => (
          <li key={parkedid}>
            <button type="button" className="menu-item" disabled={!isBasketEmpty} onClick={() => void recall(parkedid)}>
              <span>
                {basket.note || basket.lines[0]?.name || 'Gift card'}
                <span className="grey small block">
                  {formatTimeIn(setup.business.timezone, new Date(at))} · {seller.name} · {pluralize(basket.lines.length, 'line')}
                </span>
              </span>
              <strong>{formatRand(getTotalCents(basket) / 100)}</strong>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
