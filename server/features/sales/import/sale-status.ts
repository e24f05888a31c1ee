import { cleanNumber, type FileRow } from './file-row.ts'

/** 'Credit note', but not 'Credit card' or 'Returning customer'. The column may also say yes or no. */
const REFUND = /^(?:refund|return(?!ing)|credit(?!.*card)|charge[ -]?back|terugbetaal|terugbetaling|retoer|(?:true|yes|ja|y)$)/i
const CANCELLED = /^(?:cancel|void|revers|gekanselleer)/i
const INCOMPLETE =
  /^(?:fail|declin|unsuccess|not |abort|time(?:d )?out|error|incomplete|expired|reject|misluk|saved|parked|draft|quot|kwotasie|pro ?forma|no sale)/i
/** Of a status, where a type of this name may be one of goods. */
const UNPAID = /^(?:new|open)$/i
/** Of the status of a sale. 'Partially refunded' is none: the rest was paid. */
const REFUNDED = /^(?:(?:fully )?refunded|charge[ -]?back|charged back|terugbetaal)/i

const isNegative = ({ finalamount, linetotal, quantity }: FileRow['cells']) =>
  [finalamount, linetotal, quantity].some((cell) => cell && /^\D*[-(]|-$/.test(cleanNumber(cell)))

/** The status of a sale says that it was refunded later; that of a negative row, that it is the refund. */
export const isRefund = (cells: FileRow['cells']) =>
  REFUND.test((cells.type ?? '').trim()) || (isRefundedStatus(cells.status) && isNegative(cells))
const isRefundedStatus = (status = '') => REFUNDED.test(status.trim())

/** A line of a sale may be negative for a discount; a row that is a whole sale is a refund then. */
export const isNegativeSale = (cells: FileRow['cells']) =>
  cells.productname === undefined && cells.barcode === undefined && isNegative(cells)

/** Why a row is of a sale that nobody paid for in the end, in a sentence. */
export function findCancellation({ type = '', status = '' }: FileRow['cells'], hasRefunds: boolean) {
  const words = [type.trim(), status.trim()]
  if (words.some((word) => CANCELLED.test(word))) return 'This sale was cancelled.'
  if (!hasRefunds && isRefundedStatus(status)) return 'This sale was refunded.'
  const isIncomplete = UNPAID.test(status.trim()) || words.some((word) => INCOMPLETE.test(word))
  return isIncomplete ? 'This sale was not completed.' : undefined
}
