import type { ReactNode } from 'react'

const TOTAL_ID = 0

/** What the total of a report of products has in place of a product. */
export const TOTAL_PRODUCT = {
  ...{ productid: TOTAL_ID, productname: 'Total', barcode: '', siteid: TOTAL_ID, sitename: '', supplier: '' },
  ...{ stock: 0, purchaseprice: null },
}

export const isTotal = ({ productid }: { productid: number }) => productid === TOTAL_ID

/** A cell that is blank in the total. */
export const exceptTotal =
  <Row extends { productid: number }>(cell: (row: Row) => ReactNode) =>
  (row: Row) =>
    isTotal(row) ? null : cell(row)
