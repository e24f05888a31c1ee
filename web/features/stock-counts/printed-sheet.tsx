import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useEffectEvent, useState } from 'react'
import type { SheetLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { getErrorMessage, NO_CONNECTION } from '../../lib/api/messages.ts'
import { formatCount, formatQuantity, pluralize } from '../../lib/format/money.ts'
import { showFailure } from '../../ui/feedback/toast.tsx'
import { sheetQuery } from './count-queries.ts'
import classes from './counts.module.css'
import { describeScope, getCountName } from './describe-count.ts'

/** Rows that are rendered in one task, so that the page answers while 5 000 are prepared. */
const ROWS_A_TASK = 200

/** All products of a count on paper, with a box for the number. It prints itself and closes. */
export function PrintedSheet({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const sheet = useQuery(sheetQuery(document.documentid))
  const { data, error } = sheet
  const [chunks, setChunks] = useState(0)
  const all = data ? Math.ceil(data.length / ROWS_A_TASK) : undefined
  const hasFailed = error !== null && !data

  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!hasFailed) return
    showFailure(`Not printed. ${getErrorMessage(error, NO_CONNECTION)}`)
    close()
  }, [hasFailed, error])

  useEffect(() => {
    if (all === undefined) return
    if (chunks < all) {
      const timer = setTimeout(() => setChunks(chunks + 1))
      return () => clearTimeout(timer)
    }
    const onPrinted = () => close()
    addEventListener('afterprint', onPrinted, { once: true })
    const timer = setTimeout(() => print())
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', onPrinted)
    }
  }, [all, chunks])

  const hasStock = data?.some(({ stock }) => stock !== null) ?? false
  return (
    <div className={`print-only ${classes.sheet}`}>
      <h1>{getCountName(document)}</h1>
      <p>
        {[document.sitename, describeScope(document), pluralize(data?.length ?? 0, 'product')].join(' · ')}
        {document.note && ` · ${document.note}`}
      </p>
      <p className="signature">
        <span>Counted by</span>
        <span>Date and time</span>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Barcode</th>
            <th scope="col">Category</th>
            {hasStock && (
              <th scope="col" data-number>
                Stock
              </th>
            )}
            <th scope="col">Counted</th>
          </tr>
        </thead>
        {Array.from({ length: chunks }, (_, chunk) => (
          <Rows key={chunk} lines={data} from={chunk * ROWS_A_TASK} hasStock={hasStock} />
        ))}
      </table>
      {data?.length === 0 && <p>No products scanned yet.</p>}
      <p style={{ fontSize: '9pt' }}>{formatCount(data?.length ?? 0)} lines</p>
    </div>
  )
}

type RowsProps = { lines: SheetLine[] | undefined; from: number; hasStock: boolean }

const Rows = memo(function Rows({ lines = [], from, hasStock }: RowsProps) {
  return (
    <tbody>
      {lines.slice(from, from + ROWS_A_TASK).map(({ productid, productname, barcode, category, stock }) => (
        <tr key={productid}>
          <th scope="row">{productname}</th>
          <td>{barcode}</td>
          <td>{category}</td>
          {hasStock && <td data-number>{stock === null ? '' : formatQuantity(stock)}</td>}
          <td data-box />
        </tr>
      ))}
    </tbody>
  )
})
