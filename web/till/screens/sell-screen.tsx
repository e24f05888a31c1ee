import { useCallback, useEffect, useState } from 'react'
import { roundDecimal, toPriceCents } from '../../../contract/shared/decimal.ts'
import { readScaleBarcode } from '../../../contract/shared/scale-barcodes.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import type { StoredProduct } from '../device/catalogue-database.ts'
import type { Shift, StoredSale } from '../device/database.ts'
import { findSale, isLeftOfReceipt } from '../device/sales.ts'
import { useBasket } from '../device/use-basket.ts'
import { findToday, findVatRate } from '../device/vat.ts'
import { ManagerSheet } from '../parts/manager-sheet.tsx'
import { isManager } from '../people/permissions.ts'
import { addLine, type Basket, EMPTY_BASKET, exceedsLimit, getTotalCents, isEmpty } from '../sale/basket.ts'
import { useSeller, useTill } from '../till-context.ts'
import { setFree } from '../updates.ts'
import { BasketPanel } from './basket-panel.tsx'
import { DrawerSheet } from './drawer-sheet.tsx'
import { MessageScreen } from './message-screens.tsx'
import { ParkedSheet } from './parked-sheet.tsx'
import { PaySheet } from './pay-sheet.tsx'
import { ProductsPanel } from './products-panel.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { ReceiptsSheet } from './receipts-sheet.tsx'
import { TopBar } from './top-bar.tsx'
import { useScanner } from './use-scanner.ts'

type Opened = 'pay' | 'parked' | 'receipts' | 'drawer' | { manager: string } | { paid: StoredSale; isNew: boolean }

/** Products at the left, the basket at the right; on a phone the basket is below a button. */
export function SellScreen({ shift, onSignOut }: { shift: Shift; onSignOut: () => void }) {
  const { setup, catalogue, sync } = useTill()
  const seller = useSeller()
  const { basket, setBasket, isUnstored } = useBasket()
  const [opened, setOpened] = useState<Opened>()
  const [message, setMessage] = useState('')
  const [isBasketShown, setBasketShown] = useState(false)
  const [lastPaid, setLastPaid] = useState('')
  const close = () => setOpened(undefined)

  const isIdle = basket !== undefined && isEmpty(basket) && opened === undefined
  useEffect(() => setFree(isIdle), [isIdle])

  // The same functions at each render: a tap draws the basket, and not the products again.
  const add = useCallback(
    (
      product: StoredProduct,
      {
        quantity = 1,
        units = 1,
        barcode = product.barcode,
        price_cents = roundDecimal(toPriceCents(product.price) * units, 2),
      } = {},
    ) => {
      setMessage('')
      setBasket((before) =>
        addLine(before, {
          kind: 'product',
          productid: product.productid,
          name: units === 1 ? product.productname : `${product.productname} × ${units}`,
          barcode,
          units,
          quantity: before.isRefund ? -quantity : quantity,
          price_cents,
          listed_cents: price_cents,
          vat_rate: findVatRate(product.vat_code, setup.standard_vat_rates, findToday(setup.business.timezone)),
        }),
      )
    },
    [setBasket, setup],
  )
  const scan = useCallback(
    async (barcode: string) => {
      // The goods of the next customer, or one more of this one.
      setOpened(undefined)
      // A scanner types behind a search that is still there.
      const [tail = barcode] = /(?<=\D)\d{8,14}$/.exec(barcode) ?? []
      for (const code of [barcode, tail]) {
        const found = await catalogue.scan(code)
        if (found) return add(found.product, { units: found.units, ...(found.units > 1 && { barcode: code }) })
      }
      const label = await catalogue.scanScale(barcode, setup.scale_patterns)
      if (label?.weight) return add(label.product, { quantity: label.weight })
      if (label?.price) return add(label.product, { price_cents: toPriceCents(label.price) })
      const sale = await findSale(barcode)
      if (sale) return setOpened({ paid: sale, isNew: false })
      setMessage(
        readScaleBarcode(setup.scale_patterns, barcode)
          ? `No product has the label ${barcode}.`
          : `No product has the barcode ${barcode}. Search for it, or add it as a charge.`,
      )
    },
    [add, catalogue, setup],
  )
  const onScan = useCallback((barcode: string) => void scan(barcode), [scan])
  const isNewReceipt = typeof opened === 'object' && 'paid' in opened && opened.isNew
  useScanner(onScan, opened === undefined || opened === 'pay' || isNewReceipt)

  if (!basket) return <MessageScreen title="Loading..." isBusy />

  const pay = async () => {
    if (isEmpty(basket)) return
    const manager = isManager(seller) ? undefined : await findReasonForManager(basket, setup.business.discount_limit)
    setOpened(manager ? { manager } : 'pay')
  }
  const startRefund = (refund: Basket) => {
    setBasket(() => refund)
    setBasketShown(true)
    close()
  }

  return (
    <main className="sell" data-basket={isBasketShown || undefined}>
      <TopBar onOpen={setOpened} onSignOut={onSignOut} />
      {isUnstored && (
        <p className="notice warns" role="alert">
          This device has no space left: the basket is not stored. Remove files or other apps’ data before you sell on.
        </p>
      )}
      {message && (
        <p className="notice warns" role="alert">
          {message}{' '}
          <button type="button" className="link" onClick={() => setMessage('')}>
            Close
          </button>
        </p>
      )}
      <ProductsPanel onAdd={add} onScan={onScan} lastPaid={lastPaid} />
      <BasketPanel basket={basket} setBasket={setBasket} onPay={() => void pay()} onBack={() => setBasketShown(false)} />
      <button type="button" className="button filled to-basket" onClick={() => setBasketShown(true)}>
        {isEmpty(basket)
          ? 'Basket'
          : `Basket · ${pluralize(basket.lines.length + basket.loads.length, 'line')} · ${formatRand(getTotalCents(basket) / 100)}`}
      </button>
      {opened === 'pay' && !isEmpty(basket) && (
        <PaySheet
          basket={basket}
          setBasket={setBasket}
          onClose={close}
          onPaid={(paid) => {
            setBasket(() => EMPTY_BASKET)
            setBasketShown(false)
            setOpened({ paid, isNew: true })
            setLastPaid(paid.reference)
            sync.request()
          }}
        />
      )}
      {opened === 'parked' && (
        <ParkedSheet
          isBasketEmpty={isEmpty(basket)}
          onRecall={(recalled) => {
            setBasket(() => recalled)
            setBasketShown(true)
            close()
          }}
          onClose={close}
        />
      )}
      {opened === 'receipts' && <ReceiptsSheet onOpen={(paid) => setOpened({ paid, isNew: false })} onClose={close} />}
      {opened === 'drawer' && <DrawerSheet shift={shift} isBasketEmpty={isEmpty(basket)} onClose={close} />}
      {typeof opened === 'object' && 'manager' in opened && (
        <ManagerSheet reason={opened.manager} onAllowed={() => setOpened('pay')} onClose={close} />
      )}
      {typeof opened === 'object' && 'paid' in opened && (
        <ReceiptSheet
          stored={opened.paid}
          isNew={opened.isNew}
          isBasketEmpty={isEmpty(basket)}
          onRefund={startRefund}
          onClose={close}
        />
      )}
    </main>
  )
}

/** What a seller may not do alone. Asked for when money changes hands, whatever was changed before. */
async function findReasonForManager(basket: Basket, limit: number) {
  if (!basket.isRefund) return exceedsLimit(basket.lines, limit) ? `The discount is more than ${limit} %.` : undefined
  if (!basket.refund_of) return 'A refund without a receipt.'
  return (await isLeftOfReceipt(basket)) ? undefined : 'More comes back than is left of this receipt.'
}
