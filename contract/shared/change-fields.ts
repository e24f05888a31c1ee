import type { NumberFormats } from './describe-product-change.ts'
import { RIGHT_NAMES, TWO_STEP_NAMES, WEBHOOK_EVENT_NAMES } from './names.ts'

/** How a value of the log of changes is written. 'lines' are objects. */
export type FieldKind = 'text' | 'rand' | 'number' | 'flag' | 'date' | 'time' | 'lines' | 'none'

type Field = {
  label: string
  kind: FieldKind
  /** Words for its values. A value without one is written as it is. */
  names?: Record<string, string>
  /** The word for no value. */
  nothing?: string
  /** One of its lines in words. */
  line?: (line: never, formats: NumberFormats) => string
}

type DocumentLine = { productname: string; quantity: number; purchaseprice?: number; reason?: string; rejected?: number }

/** '3 × Bread at R 12,50 (Damaged), 1 rejected'. Of many lines the log has the first ones, and how many more there are. */
function describeDocumentLine(line: DocumentLine | { more: number }, { rand, quantity }: NumberFormats) {
  if ('more' in line) return `and ${quantity(line.more)} more`
  const { productname, purchaseprice, reason, rejected } = line
  return [
    `${quantity(line.quantity)} × ${productname}`,
    purchaseprice !== undefined && ` at ${rand(purchaseprice)}`,
    reason && ` (${reason})`,
    rejected !== undefined && `, ${quantity(rejected)} rejected`,
  ]
    .filter(Boolean)
    .join('')
}

/** '6001 (24 units)' */
const describeFurtherBarcode = ({ barcode, units }: { barcode: string; units: number }, { quantity }: NumberFormats) =>
  units === 1 ? barcode : `${barcode} (${quantity(units)} units)`

type SalesAccount = { vat_rate: string; account: string; tax_name: string }

/** '15 %: 200 (Standard Rate Sales)' */
function describeSalesAccount({ vat_rate, account, tax_name }: SalesAccount, { vatRate }: NumberFormats) {
  const rate = vatRate(vat_rate === 'exempt' ? vat_rate : Number(vat_rate))
  return `${rate}: ${account}${tax_name && ` (${tax_name})`}`
}

const describePaymentAccount = ({ payment_method, account }: { payment_method: string; account: string }) =>
  `${payment_method}: ${account}`

/** An invited person with the position Owner has everything. */
const RIGHTS = { ...RIGHT_NAMES, everything: 'Everything' }

/** The columns of the log of changes in plain words. 'none' is only said to have changed. */
const FIELDS: Record<string, Field> = {
  productname: { label: 'Name', kind: 'text' },
  siteid: { label: 'Site', kind: 'text' },
  barcode: { label: 'Barcode', kind: 'text' },
  further_barcodes: { label: 'Further barcodes', kind: 'lines', line: describeFurtherBarcode },
  category: { label: 'Category', kind: 'text' },
  supplier: { label: 'Supplier', kind: 'text' },
  description: { label: 'Description', kind: 'text' },
  price: { label: 'Price', kind: 'rand' },
  purchaseprice: { label: 'Purchase price', kind: 'rand' },
  is_free: { label: 'Free', kind: 'flag' },
  vat_code: { label: 'VAT', kind: 'text' },
  stock: { label: 'Stock', kind: 'number' },
  reorder_level: { label: 'Reorder level', kind: 'number' },
  order_quantity: { label: 'Order quantity', kind: 'number' },
  has_own_price: { label: 'Own price', kind: 'flag' },
  joined_to: { label: 'Joined with other sites', kind: 'none' },
  picture: { label: 'Picture', kind: 'none' },
  firstname: { label: 'First name', kind: 'text' },
  lastname: { label: 'Last name', kind: 'text' },
  position: { label: 'Position', kind: 'text' },
  hiredate: { label: 'Hired', kind: 'date' },
  isenabled: { label: 'Enabled', kind: 'flag' },
  employeeid: { label: 'Employee', kind: 'none' },
  employee_code: { label: 'Employee code', kind: 'text' },
  till_pin: { label: 'Till PIN', kind: 'text' },
  disablereason: { label: 'Disable reason', kind: 'text' },
  role: { label: 'Role', kind: 'text', names: { admin: 'Admin', owner: 'Owner' } },
  name: { label: 'Name', kind: 'text' },
  right: { label: 'Permissions', kind: 'text', names: RIGHTS },
  right_name: { label: 'Permissions', kind: 'text', names: RIGHTS },
  url: { label: 'URL', kind: 'text' },
  url_query: { label: "Part of the URL after '?'", kind: 'none' },
  events: { label: 'Events', kind: 'text', names: WEBHOOK_EVENT_NAMES },
  sites: { label: 'Sites', kind: 'text' },
  sees_costs: { label: 'Sees costs', kind: 'flag' },
  expires_at: { label: 'Expires', kind: 'time' },
  sitename: { label: 'Name', kind: 'text' },
  location: { label: 'Location', kind: 'text' },
  revoked_at: { label: 'Key revoked', kind: 'time' },
  email: { label: 'E-mail', kind: 'text' },
  phone: { label: 'Phone', kind: 'text' },
  account_number: { label: 'Account number', kind: 'text' },
  lead_time_days: { label: 'Lead time in days', kind: 'number' },
  minimum_order: { label: 'Minimum order', kind: 'rand' },
  entry: { label: 'Entry', kind: 'number' },
  cash_float: { label: 'Float', kind: 'rand' },
  answer: { label: 'Answer', kind: 'text' },
  note: { label: 'Note', kind: 'text' },
  state: { label: 'Status', kind: 'text', names: { part_received: 'partly received', off: 'paused' } },
  to_siteid: { label: 'To site', kind: 'text' },
  supplierid: { label: 'Supplier', kind: 'text' },
  reference: { label: 'Reference', kind: 'text' },
  lines: { label: 'Lines', kind: 'lines', line: describeDocumentLine },
  expected_on: { label: 'Expected on', kind: 'date' },
  percent: { label: 'Rate (%)', kind: 'number' },
  subscriptionid: { label: 'Plan', kind: 'text' },
  registration_number: { label: 'Registration number', kind: 'text' },
  timezone: { label: 'Time zone', kind: 'text' },
  closing_hour: { label: 'Trading day ends at hour', kind: 'number' },
  difference_limit: { label: 'Difference allowed without a note', kind: 'rand' },
  stock_reasons: { label: 'Stock reasons', kind: 'text' },
  scale_patterns: { label: 'Scale barcodes', kind: 'text' },
  vat_number: { label: 'VAT number', kind: 'text' },
  receipt_lines: { label: 'Lines on receipts', kind: 'text' },
  discount_limit: { label: 'Discount without a manager (%)', kind: 'number' },
  purchase_price_rule: { label: 'Purchase price after a delivery', kind: 'text' },
  changes_kept_months: { label: 'Months of activity kept', kind: 'number' },
  closed_at: { label: 'Closed', kind: 'time' },
  two_step_for: { label: 'Two-step sign-in required for', kind: 'text', names: TWO_STEP_NAMES, nothing: 'nobody' },
  new_sales: { label: 'Sales', kind: 'number' },
  added: { label: 'Added', kind: 'number' },
  changed: { label: 'Changed', kind: 'number' },
  employees: { label: 'Employees', kind: 'number' },
  read_key: { label: 'Read key', kind: 'text' },
  rows: { label: 'Rows', kind: 'number' },
  bytes: { label: 'Bytes', kind: 'number' },
  products: { label: 'Products', kind: 'number' },
  reason: { label: 'Reason', kind: 'text' },
  stop_reason: { label: 'Reason', kind: 'text' },
  sold_as: { label: 'Sold as', kind: 'text' },
  sales: { label: 'Account codes for sales', kind: 'lines', line: describeSalesAccount },
  vat_account: { label: 'Account code for VAT', kind: 'text' },
  payments: { label: 'Account codes for payment methods', kind: 'lines', line: describePaymentAccount },
  other_payments: { label: 'Account code for other payment methods', kind: 'text' },
  no_tax_name: { label: 'Tax rate of payments', kind: 'text' },
  tracking: { label: 'Xero tracking category', kind: 'text' },
  date_order: {
    label: 'Dates',
    kind: 'text',
    names: { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' },
  },
}

/** A column without words, of a newer server, has its own name. */
export const findField = (name: string): Field => FIELDS[name] ?? { label: name.replaceAll('_', ' '), kind: 'text' }

const ORDER = Object.keys(FIELDS)

type Values = Record<string, unknown> | null

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A value in words where it has some; null for none. */
function nameValue({ kind, names, nothing }: Field, value: unknown) {
  if (isEmpty(value)) return nothing ?? (kind === 'flag' ? false : null)
  if (!names) return value
  const name = (one: unknown) => names[String(one)] ?? one
  return Array.isArray(value) ? value.map(name) : name(value)
}

/** What only one of two lists has. */
const withoutSame = (lines: unknown, others: unknown) =>
  Array.isArray(lines) && Array.isArray(others)
    ? lines.filter((line) => !others.some((other) => JSON.stringify(other) === JSON.stringify(line)))
    : lines

type ChangedField = Field & { before: unknown; after: unknown }

/** What was added or deleted has no picture that changed, and nothing is said of a value that is the same before and after. */
const isShown = ({ kind, before, after }: ChangedField, isWhole: boolean) =>
  kind === 'none' ? !isWhole : JSON.stringify(before) !== JSON.stringify(after)

/** The fields of a change in the order in which the forms have them. Of lines, those that changed. */
export function listChangedFields({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => name !== 'change')
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return names
    .sort((a, b) => place(a) - place(b))
    .map((name) => {
      const field = findField(name)
      const show = (values: Values, others: Values) =>
        values && nameValue(field, field.kind === 'lines' ? withoutSame(values[name], others?.[name]) : values[name])
      return { name, ...field, before: show(before, after), after: show(after, before) }
    })
    .filter((field) => isShown(field, before === null || after === null))
}

/** The lines of a field in words. */
export const describeFieldLines = ({ line }: Pick<Field, 'line'>, lines: unknown[], formats: NumberFormats) =>
  lines.map((value) => line?.(value as never, formats) ?? JSON.stringify(value)).join(', ')
