import type { Product } from '../../contract/products.ts'
import { quantity, rand } from '../lib/money.ts'
import { Notice } from '../ui/notice.tsx'
import classes from './changed-meanwhile.module.css'
import { differences, fieldsOf, LABELS, type ProductFields } from './product-form.ts'

/** A picture shows by itself what it now is. */
const isTold = (key: keyof ProductFields): key is keyof typeof LABELS => key in LABELS

function told(product: Product, key: keyof typeof LABELS) {
  if (key === 'siteid') return product.sitename
  if (key === 'stock') return quantity(product.stock)
  return key === 'price' || key === 'purchaseprice' ? rand(product[key]) : product[key]
}

/** `fields`: what stands in the dialog since. */
export type Change = { was: Product; now: Product; fields: ProductFields }

/** What became of a product while it was being edited here. */
export function ChangedMeanwhile({ was, now, fields }: Change) {
  const present = fieldsOf(now)
  const changed = differences(fieldsOf(was), present).filter(isTold)
  return (
    <Notice kind="quiet">
      <p>{changed.length > 0 ? 'Changed meanwhile:' : 'Saved meanwhile, with nothing changed.'}</p>
      <ul className={classes.changes}>
        {changed.map((key) => (
          <li key={key}>
            <b>{LABELS[key]}</b> <Value text={told(was, key)} /> → <Value text={told(now, key)} />
            {fields[key] !== present[key] && ' (what you typed stays)'}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const Value = ({ text }: { text: string }) => <span className={classes.value}>{text || '(empty)'}</span>
