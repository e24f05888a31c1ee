import type { Product } from '../../contract/products.ts'
import { quantity, rand } from '../lib/money.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './changed-meanwhile.module.css'
import { differences, fieldsOf, type ProductFields } from './product-form.ts'

/** A picture shows by itself what it now is. */
type Worded = Exclude<keyof ProductFields, 'picture'>

const FIELDS: Record<Worded, { label: string; shown: (product: Product) => string }> = {
  siteid: { label: 'Site', shown: ({ sitename }) => sitename },
  productname: { label: 'Product name', shown: ({ productname }) => productname },
  barcode: { label: 'Barcode', shown: ({ barcode }) => barcode },
  category: { label: 'Category', shown: ({ category }) => category },
  supplier: { label: 'Supplier', shown: ({ supplier }) => supplier },
  description: { label: 'Description', shown: ({ description }) => description },
  price: { label: 'Price', shown: ({ price }) => rand(price) },
  purchaseprice: { label: 'Purchase price', shown: ({ purchaseprice }) => rand(purchaseprice) },
  stock: { label: 'Stock', shown: ({ stock }) => quantity(stock) },
}

/** `fields`: what stands in the dialog since. */
export type Change = { was: Product; now: Product; fields: ProductFields }

/** What became of a product while it was being edited here. */
export function ChangedMeanwhile({ was, now, fields }: Change) {
  const present = fieldsOf(now)
  const changed = differences(fieldsOf(was), present).filter((key): key is Worded => key !== 'picture')
  return (
    <Notice kind="quiet">
      <p>{changed.length > 0 ? 'Changed meanwhile:' : 'Saved meanwhile, with nothing changed.'}</p>
      <ul className={classes.changes}>
        {changed.map((key) => {
          const { label, shown } = FIELDS[key]
          return (
            <li key={key}>
              <b>{label}</b> <Value text={shown(was)} /> → <Value text={shown(now)} />
              {fields[key] !== present[key] && ' (what you typed stays)'}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

const Value = ({ text }: { text: string }) => <span className={classes.value}>{text || '(empty)'}</span>
