import type { ReactNode } from 'react'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import classes from './product-cell.module.css'
import { isTotal } from './total-row.ts'

type Props = { productid: number; productname: string; sitename: string; belowTotal?: ReactNode }

/** The name of a product, which opens it, and its site; in the total its title. */
export const ProductCell = ({ productid, productname, sitename, belowTotal }: Props) =>
  isTotal({ productid }) ? (
    <>
      <b>{productname}</b>
      {belowTotal}
    </>
  ) : (
    <div className={classes.product}>
      <span className={classes.name}>
        <QuietLink to="/products" search={{ product: productid }}>
          <ClampedText>{productname}</ClampedText>
        </QuietLink>
      </span>
      <span className={classes.second}>{sitename}</span>
    </div>
  )
