import type { SelectProps } from '@mantine/core'
import type { FileColumn } from '../../../../contract/columns/file-column.ts'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { formatPaymentMethod } from '../../../../contract/shared/payment-method.ts'
import type { SiteOption } from '../../../../contract/sites.ts'
import { SiteChoices } from '../../../import-sites/site-choices.tsx'
import { formatVatRate, pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { AddEmployees } from './add-employees.tsx'
import type { ReadOptions } from './sales-import.ts'

type Props = {
  sales: SalesImportPreview
  columns: readonly FileColumn[]
  sites: SiteOption[]
  options: ReadOptions
  isReading: boolean
  onRead: (options: ReadOptions) => void
}

/** The site's till: sales without an employee count for it. */
const TILL = 0

/** What the person decides about a file: everything that it does not say, or says in words of its own. */
export function ReadSettings({ sales, columns, sites, options, isReading, onRead }: Props) {
  const employees = sales.employees.map(({ employeeid, name }) => ({ value: employeeid, label: name }))
  const strangers = sales.unknown_employees.filter(({ name, employeeid }) => (options.employees[name] ?? employeeid) === null)
  const chooseEmployees = (chosen: Record<string, number>) =>
    onRead({ ...options, employees: { ...options.employees, ...chosen } })
  const isDateAsked = sales.is_date_ambiguous || options.date_order !== undefined
  return (
    <div className="stack gap-12" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))' }}>
      {sales.unknown_sites.length > 0 && (
        <SiteChoices
          {...{ sites, isReading, chosen: options.sites }}
          title={columns.find(({ field }) => field === 'site')?.title ?? 'Site'}
          unknown={sales.unknown_sites.map((unknown) => ({ ...unknown, count: pluralize(unknown.sales, 'row') }))}
          onChoose={(chosen) => onRead({ ...options, sites: { ...options.sites, ...chosen } })}
        />
      )}
      {isDateAsked && (
        <Choice
          ask={sales.is_date_ambiguous && 'Does the day or the month come first in these dates?'}
          label="Dates in the file"
          data={DATE_ORDERS}
          value={options.date_order ?? sales.date_order ?? 'dmy'}
          onChange={(date_order) => date_order && onRead({ ...options, date_order })}
        />
      )}
      {sales.extras.in_total !== null && (
        <Choice
          ask={sales.extras.is_unclear && 'Do the totals include tips?'}
          label="Tips and gift cards sold"
          data={IN_TOTAL}
          value={String(options.extras_in_total ?? sales.extras.in_total)}
          onChange={(inTotal) => inTotal !== null && onRead({ ...options, extras_in_total: inTotal === 'true' })}
        />
      )}
      {sales.amount_of && (
        <Choice
          ask={sales.amount_of.is_unclear && 'Rows of a receipt have the same amount. Is it the total of the whole sale?'}
          label="Amount of a row"
          data={AMOUNT_OF}
          value={options.amount_of ?? sales.amount_of.is}
          onChange={(amount_of) => amount_of && onRead({ ...options, amount_of })}
        />
      )}
      {sales.same_number && (
        <Choice
          ask={
            sales.same_number.is_unclear &&
            `${pluralize(sales.same_number.rows, 'row')} ${sales.same_number.rows === 1 ? 'has' : 'have'} a receipt number used earlier that day. Is it the same sale?`
          }
          label="The same receipt number at another time"
          data={SAME_NUMBER}
          value={options.same_number ?? sales.same_number.is}
          onChange={(same_number) => same_number && onRead({ ...options, same_number })}
        />
      )}
      {sales.statuses.map(({ word, rows, is, is_unclear }) => (
        <Choice
          key={word}
          ask={is_unclear && `“${word}” is an unknown status (${pluralize(rows, 'row')}).`}
          label={`Sales with the status “${word}”`}
          data={STATUS}
          value={options.statuses?.[word] ?? is}
          onChange={(chosen) => chosen && onRead({ ...options, statuses: { ...options.statuses, [word]: chosen } })}
        />
      ))}
      {sales.rates.map(({ vat_rate, rows, is, is_unclear }) => (
        <Choice
          key={vat_rate}
          ask={is_unclear && `This business never had VAT of ${formatVatRate(vat_rate)} (${pluralize(rows, 'row')}).`}
          label={`VAT of ${formatVatRate(vat_rate)}`}
          data={RATES}
          value={options.rates?.[vat_rate] ?? is}
          onChange={(chosen) => chosen && onRead({ ...options, rates: { ...options.rates, [vat_rate]: chosen } })}
        />
      ))}
      {sales.unknown_employees.map(({ name, sales: count, employeeid }) => (
        <SelectField
          key={name}
          label={`“${name}” in the file (${count})`}
          placeholder="Not on the team"
          data={employees}
          value={options.employees[name] ?? employeeid}
          onChange={(chosen) => chosen !== null && chooseEmployees({ [name]: chosen })}
        />
      ))}
      {strangers.length > 0 && <AddEmployees sellers={strangers} disabled={isReading} onAdded={chooseEmployees} />}
      <SelectField
        label="Sales without an employee"
        data={[{ value: TILL, label: 'Count for their site’s till' }, ...employees]}
        value={options.employeeid ?? TILL}
        onChange={(employeeid) => onRead({ ...options, employeeid: employeeid || null })}
      />
      {!columns.some(({ field }) => field && METHOD_FIELDS.includes(field)) && (
        <SelectField
          label="Sales without a payment method"
          data={METHODS}
          value={options.payment_method ?? ''}
          onChange={(method) => onRead({ ...options, payment_method: method ?? '' })}
        />
      )}
    </div>
  )
}

/** Whether the file leaves open how it is to be read. */
export const hasQuestions = ({ is_date_ambiguous, extras, amount_of, same_number, statuses, rates }: SalesImportPreview) =>
  is_date_ambiguous || [extras, amount_of, same_number, ...statuses, ...rates].some((asked) => asked?.is_unclear)

type ChoiceProps<Value extends string> = SelectProps<Value> & { ask: string | false }

/** A choice, and why it is asked where the file does not decide it. */
const Choice = <Value extends string>({ ask, ...field }: ChoiceProps<Value>) => (
  <>
    {ask && (
      <div className="full-row">
        <Notice kind="quiet">{ask}</Notice>
      </div>
    )}
    <SelectField {...field} />
  </>
)

const AMOUNT_OF = [
  { value: 'sale' as const, label: 'Total of the sale, repeated in each row' },
  { value: 'line' as const, label: 'Amount of its own line' },
]

const SAME_NUMBER = [
  { value: 'one' as const, label: 'Is the same sale' },
  { value: 'several' as const, label: 'Is a sale of another till' },
]

const STATUS = [
  { value: 'sale' as const, label: 'Count' },
  { value: 'none' as const, label: 'Do not count' },
]

const RATES = [
  { value: 'file' as const, label: 'Is right for these sales' },
  { value: 'standard' as const, label: 'Is wrong: use the rate of the day' },
]

const IN_TOTAL = [
  { value: 'true', label: 'Included in the totals' },
  { value: 'false', label: 'Not in the totals' },
]

const METHOD_FIELDS = ['payment_method', 'cash', 'card', 'eft', 'gift_card', 'other']

const METHODS = [
  { value: '', label: 'Count as unknown' },
  ...['cash', 'card', 'eft'].map((method) => ({ value: method, label: formatPaymentMethod(method) })),
]

const DATE_ORDERS = [
  { value: 'dmy' as const, label: 'Day first: 3/4/2026 is 3 April' },
  { value: 'mdy' as const, label: 'Month first: 3/4/2026 is 4 March' },
]
