import { cleanNumber } from '../../../../contract/columns/number-format.ts'
import { type FileRow, shortenText } from './file-row.ts'

/** 'Credit note', but not 'Credit card' or 'Returning customer'. The column may also say yes or no. */
const REFUND =
  /^(?:refund|return(?!ing)|credit(?!.*card)|cr$|charge[ -]?back|terugbetaal|terugbetaling|retoer|(?:true|yes|ja|y)$)/i

/** Why a row is no sale, by the words of its type or status. Those of `status` may be kinds of goods in a type. */
const NO_SALES = [
  [/^(?:cancel|void|revers|deleted|gekanselleer)/i, 'This sale was cancelled.'],
  [/^(?:training|oefening)/i, 'This sale was made for training.'],
  [
    /^(?:pay[ -]?out|paid out|paid in|cash (?:in|out|drop)|withdrawal|float|uitbetaling)/i,
    'This row is money in or out of the drawer, not a sale.',
  ],
  [
    /^(?:fail|declin|deni|unsuccess|not |abort|time(?:d )?out|error|incomplete|expired|reject|misluk|saved|parked|draft|quot|kwotasie|pro ?forma|no sale)/i,
    'This sale was not completed.',
  ],
] as const
const NO_SALES_BY_STATUS = [
  [/^(?:new|open)$/i, 'This sale was not completed.'],
  [
    /^(?:pending|on[ -]hold|unpaid|awaiting(?![ _-]*(?:dispatch|pick|ship|fulfil|collect))|part(?:ial|ially|ly)?[ _-]?paid|authori[sz]ed|outstanding|overdue|lay[ -]?(?:by|away)(?![ _-]*closed)|onbetaal|hangende|uitstaande)/i,
    'This sale was not paid.',
  ],
] as const
const RAND = /^(?:|zar|r|rands?|(?:south african|suid-afrikaanse) rand)$/i
/** Of a sale that counts. */
const PAID =
  /^(?:complet|finish|finali[sz]|clos|done|paid|settled|process|approv|success|captur|accept|fulfil|deliver|shipped|sold|sale|ok|okay|valid|active|normal|confirmed|partial(?:ly)?[ _-]?(?:refund|return)|refund|return|credit|charge|exchange|issued|posted|printed|on[ _-]?account|lay[ -]?(?:by|away)[ _-]*closed|awaiting[ _-]*(?:dispatch|pick|ship|fulfil|collect)|betaal|voltooi|afgehandel|klaar|suksesvol|goedgekeur|terugbetaal|true|yes|ja|y|1$)/i
const NO = /^(?:|0|no|n|nee|false|none|n\/a|-)$/i
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

/** Why a row is of a sale that nobody paid for in the end, or that is in other money, in a sentence. */
export function findCancellation(
  { type = '', status = '', cancelled = '', currency = '' }: FileRow['cells'],
  hasRefunds: boolean,
) {
  if (!NO.test(cancelled.trim())) return 'This sale was cancelled.'
  if (!RAND.test(currency.trim())) return `This sale is in ${currency.trim().slice(0, 20)}, not in rand.`
  if (!hasRefunds && isRefundedStatus(status)) return 'This sale was refunded.'
  const find = (word: string, table: readonly (readonly [RegExp, string])[]) =>
    word === '' ? undefined : table.find(([words]) => words.test(word))?.[1]
  return find(type.trim(), NO_SALES) ?? find(status.trim(), [...NO_SALES, ...NO_SALES_BY_STATUS])
}

/** The word of a status that says nothing known; undefined for others. */
export function findUnknownStatus({ status }: FileRow['cells']) {
  if (!status) return undefined
  const word = status.trim()
  const isKnown = NO.test(word) || PAID.test(word) || [...NO_SALES, ...NO_SALES_BY_STATUS].some(([words]) => words.test(word))
  return isKnown ? undefined : shortenText(word)
}
