import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
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
    <div>
      <div className="medium">
        <QuietLink data-main to="/products" search={{ product: productid }}>
          <ClampedText>{productname}</ClampedText>
        </QuietLink>
      </div>
      <Box component="span" className="second-line ellipsis" lh="20px">
        {sitename}
      </Box>
    </div>
  )
