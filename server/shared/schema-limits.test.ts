import { afterAll, expect, test } from 'vitest'
import { CashUpInput, CountedAmount, DifferenceLimit } from '../../contract/cash-ups.ts'
import { TillMovement } from '../../contract/drawer-movements.ts'
import { EmployeeInput, POSITIONS } from '../../contract/employees.ts'
import { ImportName } from '../../contract/imports.ts'
import { ProductInput, reordering, StockNote } from '../../contract/products.ts'
import { ReadKeyInput } from '../../contract/read-keys.ts'
import { ReceiptSettings } from '../../contract/receipts.ts'
import { SavedReportInput } from '../../contract/reports.ts'
import { SalesImportSearch } from '../../contract/sales-imports.ts'
import { Email } from '../../contract/session.ts'
import { CURRENCY, DEFAULT_TIMEZONE, LOW_STOCK, SMALL_SALE_BELOW } from '../../contract/shared/constants.ts'
import { FurtherBarcode } from '../../contract/shared/further-barcodes.ts'
import { parseVatRate, VatRate } from '../../contract/shared/vat-rate.ts'
import { AccountForm, BusinessInput } from '../../contract/signup.ts'
import { SiteInput } from '../../contract/sites.ts'
import { CountEntry } from '../../contract/stock-counts.ts'
import { DocumentLineInput, DocumentNote, DraftInput, Quantity, QuantityChange, Reason } from '../../contract/stock-documents.ts'
import { SupplierInput } from '../../contract/suppliers.ts'
import { TicketInput } from '../../contract/tickets.ts'
import { Sale, SaleExtra, SaleItem, SalePayment, TillInput } from '../../contract/tills.ts'
import { StandardVatRateInput } from '../../contract/vat-rates.ts'
import { WebhookUrl } from '../../contract/webhooks.ts'
import { testStore } from '../../db/testing/store.ts'

// SQL and the contract write the same limits, each in its own language. A value that the contract accepts must fit its column.

const store = await testStore()
afterAll(store.close)

const query = async <Row>(statement: string): Promise<Row[]> => (await store.ownerPool.query(statement)).rows

type Field = { safeParse(value: unknown): { success: boolean } }

/** The field of the contract that writes each column with a limit. */
const FIELDS: Record<string, Field> = {
  'business.name': BusinessInput.shape.p_name,
  'business.discount_limit': ReceiptSettings.shape.discount_limit,
  'business.vat_number': ReceiptSettings.shape.vat_number,
  'business.difference_limit': DifferenceLimit,
  'business.registration_number': BusinessInput.shape.p_reg,
  'cash_up_lines.counted': CountedAmount.shape.counted,
  'cash_up_lines.payment_method': CountedAmount.shape.payment_method,
  'cash_ups.cash_float': CashUpInput.shape.cash_float,
  'cash_ups.note': CashUpInput.shape.note,
  'count_entries.quantity': CountEntry.shape.quantity,
  'drawer_movements.reason': TillMovement.shape.reason,
  'drawer_movements.reference': TillMovement.shape.reference,
  'drawer_movements.who': TillMovement.shape.who,
  'email_changes.new_email': Email,
  'employee.disablereason': EmployeeInput.shape.disablereason,
  'employee.employee_code': EmployeeInput.shape.employee_code,
  'employee.firstname': EmployeeInput.shape.firstname,
  'employee.lastname': EmployeeInput.shape.lastname,
  'import_names.name': ImportName,
  'invitations.email': Email,
  'product.barcode': ProductInput.shape.barcode,
  'product.category': ProductInput.shape.category,
  'product.description': ProductInput.shape.description,
  'product.price': ProductInput.shape.price,
  'product.productname': ProductInput.shape.productname,
  'product.purchaseprice': ProductInput.shape.purchaseprice,
  'product.stock': ProductInput.shape.stock,
  'product.reorder_level': reordering.reorder_level,
  'product.order_quantity': reordering.order_quantity,
  'product.supplier': ProductInput.shape.supplier,
  'product_barcodes.barcode': FurtherBarcode.shape.barcode,
  'sale_extras.number': SaleExtra.shape.number,
  'sale_payments.number': SalePayment.shape.number,
  'sale_payments.payment_method': SalePayment.shape.method,
  'saleitems.discount_reason': SaleItem.shape.discount_reason,
  'saleitems.exact_price': SaleItem.shape.price,
  'saleitems.quantity': SaleItem.shape.quantity,
  'saleitems.scanned_price': SaleItem.shape.price,
  'sales.finalamount': Sale.shape.finalamount,
  'sales.payment_method': Sale.shape.payment_method,
  'read_keys.name': ReadKeyInput.shape.name,
  'sales.reference': Sale.shape.reference,
  'sales.refund_of': Sale.shape.refund_of,
  'sales_imports.file_name': SalesImportSearch.shape.file_name,
  'saved_reports.name': SavedReportInput.shape.name,
  'saved_reports.search': SavedReportInput.shape.search,
  'signup.firstname': AccountForm.shape.firstname,
  'signup.lastname': AccountForm.shape.lastname,
  'site.location': SiteInput.shape.location,
  'site.sitename': SiteInput.shape.sitename,
  'stock_movements.note': StockNote,
  'stock_document_events.note': DocumentNote,
  'stock_document_lines.missing': Quantity,
  'stock_document_lines.purchaseprice': DocumentLineInput.shape.purchaseprice,
  'stock_document_lines.quantity': ProductInput.shape.stock,
  'stock_document_lines.reason': Reason,
  'stock_document_lines.rejected': QuantityChange,
  'stock_documents.note': DocumentNote,
  'stock_documents.reference': DraftInput.shape.reference,
  'suppliers.account_number': SupplierInput.shape.account_number,
  'suppliers.email': SupplierInput.shape.email,
  'suppliers.minimum_order': SupplierInput.shape.minimum_order,
  'suppliers.name': SupplierInput.shape.name,
  'suppliers.phone': SupplierInput.shape.phone,
  'support_tickets.subject': TicketInput.shape.subject,
  'ticket_messages.message': TicketInput.shape.message,
  'till_keys.name': TillInput.shape.name,
  'unknown_sellers.code': Sale.shape.employee_code,
  'unknown_sellers.name': Sale.shape.employee_name,
  'user.email': Email,
  'vat_rates.percent': StandardVatRateInput.shape.percent,
  'webhooks.url': WebhookUrl,
}

const EMAILS: (Field | undefined)[] = [Email, SupplierInput.shape.email]

/** Columns with a limit that no call writes: the operator or the server does. */
const WRITTEN_IN_SQL = [
  'announcements.link_title',
  'announcements.link_value',
  'announcements.message',
  // With the sign of its kind.
  'drawer_movements.amount',
  'refused_sales.field',
  'refused_sales.reason',
  'refused_sales.reference',
  // Rounded: exact_price has what was sent, and the cost of a line is computed from cents.
  'saleitems.price',
  'saleitems.purchaseprice',
  // Of a further barcode, or the weight of a label.
  'saleitems.scanned_units',
  'subscriptions.price',
  // Of all lines together: the contract limits each.
  'business.receipt_lines',
  'support_tickets.status',
  'webhook_deliveries.answer',
  'webhook_deliveries.problem',
  'webhooks.stop_reason',
]

type Limit = { column: string; definition: string; scale: number | null }

/** Constraints on the length of a text or the range of a number. */
const limits = await query<Limit>(`
  select c.relname || '.' || a.attname as column, pg_get_constraintdef(k.oid) as definition,
         case when a.atttypid <> 'numeric'::regtype then null
              when a.atttypmod >= 0 then (a.atttypmod - 4) & 65535
              else substring(pg_get_constraintdef(k.oid) from 'round\\(\\w+, (\\d)\\)')::integer end as scale
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
   where k.contype = 'c' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
     and (a.atttypid = 'numeric'::regtype or pg_get_constraintdef(k.oid) like '%char_length(%')
   order by 1`)

/** The numbers that follow a comparison of this kind: `(price <= 9999999999.99)` has one after '<='. */
const bound = (definition: string, operator: '<=' | '>=') => {
  const [, number] = new RegExp(`${operator} \\(?'?(-?[\\d.]+)`).exec(definition) ?? []
  return number === undefined ? undefined : Number(number)
}

test('schema limits: every limited column has a field of the contract or is written in SQL alone', () => {
  expect(limits.map(({ column }) => column)).toEqual([...Object.keys(FIELDS), ...WRITTEN_IN_SQL].sort())
})

test.each(limits.filter(({ column }) => column in FIELDS))(
  'schema limits: the contract has the same limit as $column',
  ({ column, definition, scale }) => {
    const isAccepted = (value: unknown) => FIELDS[column]?.safeParse(value).success
    const [min, max] = [bound(definition, '>=') ?? 0, bound(definition, '<=') ?? Number.NaN]
    const isText = definition.includes('char_length')
    const valueFor = (size: number) => {
      if (!isText) return size
      if (FIELDS[column] === WebhookUrl) return 'https://books.example/'.padEnd(size, 'a')
      return EMAILS.includes(FIELDS[column]) ? 'a@b.example'.padStart(size, 'a') : 'a'.repeat(size)
    }
    expect(isAccepted(valueFor(max)), `${max}`).toBe(true)
    expect(isAccepted(valueFor(max + 1)), `${max + 1}`).toBe(false)
    if (min !== 0 || !isText) {
      expect(isAccepted(valueFor(min)), `${min}`).toBe(true)
      expect(isAccepted(min === 1 ? '' : min - 1), `below ${min}`).toBe(false)
    }
    if (scale !== null) {
      expect(isAccepted(10 ** -scale), `${scale} decimals`).toBe(true)
      expect(isAccepted(10 ** -scale / 2), `${scale + 1} decimals`).toBe(false)
    }
  },
)

test('schema limits: positions, hire dates, currency and time zone are those of the contract', async () => {
  const [row] = await query<Record<string, string>>(`
    select (select pg_get_constraintdef(oid) from pg_constraint where conname = 'employee__position') as positions,
           (select pg_get_constraintdef(oid) from pg_constraint where conname = 'employee__hiredate') as hiredates,
           (select column_default from information_schema.columns where (table_name, column_name) = ('subscriptions', 'currency')) as currency,
           (select column_default from information_schema.columns where (table_name, column_name) = ('business', 'timezone')) as timezone`)
  expect([...(row?.positions?.matchAll(/'(\w+)'/g) ?? [])].map(([, position]) => position)).toEqual(POSITIONS)
  expect(row?.currency).toBe(`'${CURRENCY}'::text`)
  expect(row?.timezone).toBe(`'${DEFAULT_TIMEZONE}'::text`)
  const [first = '', last = ''] = [...(row?.hiredates?.matchAll(/'([\d-]+)'::date/g) ?? [])].map(([, date = '']) => date)
  const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
  const isAccepted = (date: string) => EmployeeInput.shape.hiredate.safeParse(date).success
  expect([dayAfter(first, -1), first, last, dayAfter(last, 1)].map(isAccepted)).toEqual([false, true, true, false])
})

test("schema limits: low stock, refunds and small sales begin at the contract's thresholds", async () => {
  const predicates = await query<{ index: string; predicate: string }>(`
    select indexrelid::regclass::text as index, pg_get_expr(indpred, indrelid) as predicate
      from pg_index where pg_get_expr(indpred, indrelid) ~ '(stock|amount\\w*) <' order by 1`)
  expect(predicates).toEqual([
    { index: 'product__low_stock', predicate: `((stock < (${LOW_STOCK})::numeric) AND (archived_at IS NULL))` },
    { index: 'sales__refunds', predicate: '(finalamount_cents < 0)' },
    { index: 'sales__small', predicate: `(finalamount_cents < ${SMALL_SALE_BELOW * 100})` },
  ])
  const thresholds = await query<{ function: string; below: string[] }>(`
    select proname as function, array_agg(distinct threshold[1]) as below
      from pg_proc, regexp_matches(prosrc, 'amount_cents < ([0-9]+)', 'g') threshold
     where pronamespace = 'public'::regnamespace group by 1 order by 1`)
  expect(thresholds).toEqual([
    { function: 'roll_up_items', below: ['0'] },
    { function: 'roll_up_sales', below: ['0', String(SMALL_SALE_BELOW * 100)] },
  ])
})

test('schema limits: VAT rates are written as the contract reads them', async () => {
  const texts = ['15', '15.5', '0.05', '0', '99.99', 'exempt']
  const rates = await query<{ is_rate: boolean; json: unknown; text: string }>(`
    select is_vat_rate(rate) as is_rate, vat_rate_json(rate) as json,
           format_vat_rate(case rate when 'exempt' then rate else 'standard' end, nullif(rate, 'exempt')::numeric(4, 2)) as text
      from unnest(array['${texts.join("', '")}']) with ordinality as texts (rate, place) order by place`)
  expect(rates).toEqual(texts.map((text) => ({ is_rate: true, json: parseVatRate(text), text })))
  expect(rates.map(({ json }) => VatRate.safeParse(json).success)).toEqual(texts.map(() => true))
})
