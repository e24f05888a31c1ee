/** A value is text in a CSV file, and is checked when the file is read. `json` is for JSON Lines only. */
export type ColumnType =
  | 'id'
  | 'whole'
  | 'money'
  | 'cents'
  | 'quantity'
  | 'text'
  | 'boolean'
  | 'timestamp'
  | 'date'
  | 'uuid'
  | 'hex'
  | 'json'

export type Column = {
  /** As the database calls it. */
  name: string
  type: ColumnType
  /** For docs/business-file.md. */
  means: string
  /** An empty cell is no value. Otherwise it is empty text. */
  isOptional?: true
  /** The SQL of a column that helps a reader of the file. An import does not read it. */
  shown?: string
}

/** The rows of one table. A name that ends in .csv is a CSV file, .jsonl has one JSON object a line. */
export type Part = {
  file: string
  table: string
  means: string
  /** What the rows are ordered by. It is unique. */
  key: string[]
  /** Which rows of the table `t` are in the file. Default: all of the business. */
  where?: string
  /** An import reads these rows by itself, or not at all. */
  isImportedApart?: true
  columns: Column[]
}

const column = (name: string, type: ColumnType, means: string): Column => ({ name, type, means })
const optional = (name: string, type: ColumnType, means: string): Column => ({ name, type, means, isOptional: true })
const shown = (name: string, means: string, sql: string): Column => ({ name, type: 'text', means, isOptional: true, shown: sql })

const createdAt = column('created_at', 'timestamp', 'When it was added')
const sitename = shown(
  'sitename',
  'The name of the site',
  '(select s.sitename from site s where s.businessid = t.businessid and s.siteid = t.siteid)',
)

/** Every part of the file, in the order in which an import writes them. */
export const PARTS: Part[] = [
  {
    file: 'plans.csv',
    table: 'business_subscriptions',
    means: 'The plan of the business, and the plans before it.',
    key: ['id'],
    columns: [
      column('id', 'uuid', 'Names the row'),
      column('subscriptionid', 'id', 'The plan in the price list of Winkel'),
      shown('name', 'The name of the plan', '(select s.name from subscriptions s where s.subscriptionid = t.subscriptionid)'),
      column('status', 'text', 'active or ended'),
      optional('trial_ends_at', 'timestamp', 'When the trial ends'),
      createdAt,
    ],
  },
  {
    file: 'vat-rates.csv',
    table: 'vat_rates',
    means: 'The VAT rates. A rate ends on the day before the next one of its code.',
    key: ['vat_code', 'first_day'],
    columns: [
      column('vat_code', 'text', 'standard, zero or exempt'),
      column('first_day', 'date', 'The first day'),
      column('percent', 'money', 'The rate, in per cent'),
    ],
  },
  {
    file: 'users.csv',
    table: 'list_business_users()',
    means: 'The people who have a login. Passwords are not in the file.',
    key: ['user_id'],
    isImportedApart: true,
    columns: [
      column('user_id', 'uuid', 'Names the person in the other files'),
      column('name', 'text', 'The name of the login'),
      column('email', 'text', 'The e-mail address of the login'),
      column('role', 'text', 'owner, admin or employee'),
    ],
  },
  {
    file: 'sites.csv',
    table: 'site',
    means: 'The sites.',
    key: ['siteid'],
    columns: [
      column('siteid', 'id', 'Names the site in the other files'),
      column('sitename', 'text', 'The name'),
      column('location', 'text', 'Where it is'),
      optional('till_employeeid', 'id', 'The employee who is named on sales that name nobody'),
      createdAt,
    ],
  },
  {
    file: 'tills.csv',
    table: 'till_keys',
    means: 'The tills. Their keys are not in the file: an import adds no till.',
    key: ['tillid'],
    isImportedApart: true,
    columns: [
      column('tillid', 'id', 'The number of the till'),
      column('siteid', 'id', 'The site'),
      sitename,
      column('name', 'text', 'The name'),
      createdAt,
      optional('last_used_at', 'timestamp', 'When the till last sent something'),
      optional('revoked_at', 'timestamp', 'When its key was revoked'),
    ],
  },
  {
    file: 'employees.csv',
    table: 'employee',
    means: 'The employees.',
    key: ['employeeid'],
    columns: [
      column('employeeid', 'id', 'Names the employee in the other files'),
      optional('siteid', 'id', 'The site'),
      sitename,
      column('firstname', 'text', 'The first name'),
      column('lastname', 'text', 'The last name'),
      column('position', 'text', 'Owner, Manager or Employee'),
      optional('hiredate', 'date', 'The first day of work'),
      column('isenabled', 'boolean', 'false for an employee who was disabled'),
      column('disablereason', 'text', 'Why the employee was disabled'),
      optional('user_id', 'uuid', 'The login, see users.csv'),
      createdAt,
    ],
  },
  {
    file: 'import-names.csv',
    table: 'import_names',
    means: 'The sites and employees that a person chose for names in imported files.',
    key: ['noun', 'name'],
    columns: [
      shown('noun', 'site or employee', 't.noun'),
      column('name', 'text', 'The name in the files'),
      optional('siteid', 'id', 'The site'),
      optional('employeeid', 'id', 'The employee'),
    ],
  },
  {
    file: 'products.csv',
    table: 'product',
    means:
      'The products. Those with sales that were deleted are archived and still here, and so is what sales name and nobody has added.',
    key: ['productid'],
    columns: [
      column('productid', 'id', 'Names the product in the other files'),
      column('siteid', 'id', 'The site'),
      sitename,
      column('productname', 'text', 'The name'),
      column('barcode', 'text', 'The barcode'),
      column('description', 'text', 'The description'),
      column('category', 'text', 'The category'),
      column('supplier', 'text', 'The supplier'),
      column('price', 'money', 'The price'),
      column('purchaseprice', 'money', 'The purchase price. 0 is not known, unless it is free'),
      column('is_free', 'boolean', 'true for a product that costs nothing to buy'),
      column('vat_code', 'text', 'The VAT rate: a code of vat-rates.csv'),
      column('stock', 'quantity', 'The stock'),
      optional('reorder_level', 'quantity', 'The stock at which it is ordered again'),
      optional('order_quantity', 'quantity', 'The pack that orders are rounded up to'),
      optional('picture', 'text', 'The name of the picture in the folder pictures'),
      optional('archived_at', 'timestamp', 'When it was archived'),
      column('is_unknown', 'boolean', 'true for what sales name and nobody has added'),
      optional('same_as', 'id', 'The product that an unknown one turned out to be'),
      createdAt,
    ],
  },
  {
    file: 'stock-history.csv',
    table: 'stock_movements',
    means: 'Every change of a stock, in its order.',
    key: ['movementid'],
    columns: [
      column('movementid', 'id', 'The number of the change'),
      column('productid', 'id', 'The product'),
      shown(
        'productname',
        'The name of the product',
        '(select p.productname from product p where p.businessid = t.businessid and p.productid = t.productid)',
      ),
      column('reason', 'text', 'sale, refund, correction, edit or import'),
      column('stock_before', 'quantity', 'The stock before'),
      column('stock_after', 'quantity', 'The stock after'),
      optional('saleid', 'id', 'The sale that changed it'),
      optional('user_id', 'uuid', 'The person who changed it'),
      column('moved_at', 'timestamp', 'When it changed'),
      optional('note', 'text', 'Why, in the words of the person'),
    ],
  },
  {
    file: 'sales-imports.csv',
    table: 'sales_imports',
    means: 'The files of sales that were imported.',
    key: ['importid'],
    where: `t.state <> 'preview'`,
    columns: [
      column('importid', 'id', 'Names the import in sales.csv'),
      column('user_id', 'uuid', 'Who imported it'),
      column('file_name', 'text', 'The name of the file'),
      createdAt,
      column('state', 'text', 'importing, imported, undoing or undone'),
      column('moves_stock', 'boolean', 'Whether its sales changed the stock'),
      column('new_sales', 'whole', 'Sales of the file that were new'),
      column('stored_sales', 'whole', 'Sales that are stored'),
      column('failed_sales', 'whole', 'Sales that could not be stored'),
      column('amount', 'money', 'The sum of its sales'),
      optional('first_day', 'date', 'The first day of its sales'),
      optional('last_day', 'date', 'The last day of its sales'),
    ],
  },
  {
    file: 'sales.csv',
    table: 'sales',
    means: 'The sales. A refund is a sale with a negative amount.',
    key: ['saleid'],
    columns: [
      column('saleid', 'id', 'The number of the sale'),
      column('saledate', 'timestamp', 'When it was sold'),
      optional('closetime', 'timestamp', 'When it was closed'),
      column('siteid', 'id', 'The site'),
      sitename,
      column('employeeid', 'id', 'The employee'),
      shown(
        'employee',
        'The name of the employee',
        `(select e.firstname || ' ' || e.lastname from employee e where e.businessid = t.businessid and e.employeeid = t.employeeid)`,
      ),
      column('finalamount', 'money', 'The amount'),
      optional('payment_method', 'text', 'How it was paid'),
      optional('reference', 'text', "The till's own number of the sale"),
      optional('importid', 'id', 'The import that added it, see sales-imports.csv'),
      column('received_at', 'timestamp', 'When Winkel stored it'),
      optional('content_hash', 'hex', 'Recognises the same sale when a till sends it again'),
      column('units', 'quantity', 'The quantities of its lines'),
      column('cost_cents', 'cents', 'What its lines cost, where that is known'),
      column('costed_net_cents', 'cents', 'The amounts without VAT of the lines whose cost is known'),
      column('itemised_cents', 'cents', 'The amounts of its lines'),
      column('itemised_vat_cents', 'cents', 'The VAT in the amounts of its lines'),
      column('vat_rate', 'text', 'The VAT rate of what no line has: per cent, or exempt'),
      optional('stated_vat_cents', 'cents', 'The VAT of what no line has, where an imported file says it'),
    ],
  },
  {
    file: 'cash-ups.csv',
    table: 'cash_ups',
    means: 'What was counted at the end of a day. The entry with the highest number counts.',
    key: ['cash_upid'],
    columns: [
      column('cash_upid', 'id', 'Names the cash-up in cash-up-lines.csv'),
      column('siteid', 'id', 'The site'),
      sitename,
      column('day', 'date', 'The day'),
      column('entry', 'whole', '1, and one more for each correction'),
      column('starts_at', 'timestamp', 'When the day began'),
      column('ends_at', 'timestamp', 'When the day ended'),
      column('user_id', 'uuid', 'Who counted'),
      column('saved_at', 'timestamp', 'When it was saved'),
      column('cash_float', 'money', 'The float that stayed in the drawer'),
      column('note', 'text', 'The note'),
    ],
  },
  {
    file: 'cash-up-lines.csv',
    table: 'cash_up_lines',
    means: 'The payment methods of the cash-ups.',
    key: ['cash_upid', 'payment_method'],
    columns: [
      column('cash_upid', 'id', 'The cash-up'),
      column('payment_method', 'text', 'The payment method'),
      column('sales', 'whole', 'The number of its sales when the cash-up was saved'),
      column('expected', 'money', 'The amount of its sales when the cash-up was saved'),
      column('counted', 'money', 'What was counted, without the float'),
    ],
  },
  {
    file: 'sale-lines.csv',
    table: 'saleitems',
    means: 'What was sold: the lines of the sales.',
    key: ['saleid', 'line'],
    columns: [
      column('saleid', 'id', 'The sale'),
      column('line', 'whole', 'The number of the line in the sale'),
      column('saledate', 'timestamp', 'When it was sold'),
      column('siteid', 'id', 'The site of the sale'),
      column('employeeid', 'id', 'The employee of the sale'),
      column('productid', 'id', 'The product'),
      column('productname', 'text', 'The name of the product when it was sold'),
      column('quantity', 'quantity', 'How many; negative in a refund'),
      column('price', 'money', 'The price of one when it was sold'),
      optional('purchaseprice', 'money', 'The purchase price of one when it was sold. Empty where it was not known'),
      column('vat_rate', 'text', 'The VAT rate when it was sold: per cent, or exempt'),
      column('is_vat_assumed', 'boolean', 'true where neither the product nor the till or file said the rate'),
      optional('stated_vat_cents', 'cents', 'The VAT of the line, where an imported file says it'),
      column('adjustment', 'money', "The line's part of what the amount of the sale differs from its lines"),
      column('moves_stock', 'boolean', 'Whether the line changed the stock'),
    ],
  },
  {
    file: 'support-tickets.csv',
    table: 'support_tickets',
    means: 'What the business asked support.',
    key: ['ticketid'],
    columns: [
      column('ticketid', 'id', 'The number of the ticket'),
      column('subject', 'text', 'The subject'),
      optional('status', 'text', 'closed, or anything else for open'),
      createdAt,
      column('read_at', 'timestamp', 'When somebody of the business last opened it'),
    ],
  },
  {
    file: 'ticket-messages.csv',
    table: 'ticket_messages',
    means: 'The messages on the tickets.',
    key: ['messageid'],
    columns: [
      column('messageid', 'id', 'The number of the message'),
      column('ticketid', 'id', 'The ticket'),
      column('is_from_support', 'boolean', 'true for an answer of support'),
      optional('user_id', 'uuid', 'Who wrote it'),
      column('message', 'text', 'The message'),
      createdAt,
    ],
  },
  {
    file: 'product-changes.jsonl',
    table: 'product_changes',
    means: 'Changes of many products at once. They can be undone.',
    key: ['changeid'],
    where: 't.applied_at is not null',
    columns: [
      column('changeid', 'uuid', 'Names the change'),
      column('user_id', 'uuid', 'Who made it'),
      column('previewed_at', 'timestamp', 'When it was prepared'),
      column('change', 'json', 'What was asked for'),
      column('lines', 'json', 'Each product with the value before and after'),
      column('applied_at', 'timestamp', 'When it was made'),
      optional('applied', 'whole', 'How many products it changed'),
      optional('undone_at', 'timestamp', 'When it was undone'),
      optional('undone', 'whole', 'How many products were changed back'),
    ],
  },
  {
    file: 'saved-reports.csv',
    table: 'saved_reports',
    means: 'Reports that were saved under a name.',
    key: ['reportid'],
    columns: [
      column('reportid', 'id', 'The number of the report'),
      column('name', 'text', 'Its name'),
      column('search', 'text', 'What it shows, as in the URL of the screen'),
      createdAt,
    ],
  },
  {
    file: 'column-matchings.jsonl',
    table: 'column_matchings',
    means: 'Which column of an imported file is which field, as a person decided it.',
    key: ['noun', 'shape'],
    columns: [
      column('noun', 'text', 'products or sales'),
      column('shape', 'hex', 'SHA-256 of the titles of the columns'),
      column('fields', 'json', 'The field of each column'),
      optional('date_order', 'text', 'dmy or mdy'),
      column('saved_at', 'timestamp', 'When it was decided'),
    ],
  },
]

/** Tables of a business that are not in the file, and why. */
export const LEFT_OUT: Record<string, string> = {
  announcement_dismissals: 'news of this installation that a person has put away',
  business: 'in business.json',
  business_exports: 'the file itself',
  figures_checks: 'the next daily check writes it',
  business_users: 'in users.csv',
  hour_buckets: 'sums of the sales',
  preferences: 'what a person of this installation chose',
  payment_buckets: 'sums of the sales',
  product_buckets: 'sums of the sales',
  product_imports: 'previews that nobody confirmed',
  product_listing: 'a copy of the products',
  sales_buckets: 'sums of the sales',
  sales_import_batches: 'sales that are not stored yet',
  site_daily: 'sums of the sales',
  vat_daily: 'sums of the sales',
}

/** Columns of the tables above that are not in the file, and why. Columns that PostgreSQL computes from others are not either. */
export const LEFT_OUT_COLUMNS: Record<string, string> = {
  active_until: 'of an import that this installation is working on',
  businessid: 'one for the whole file, in business.json',
  first_saleid: 'of the key of a till, which an import does not add',
  key_hash: 'would let a guessed key be checked',
  key_start: 'a part of the key of a till',
  request_hash: 'recognises a request that is sent again, for a short time',
  request_id: 'recognises a request that is sent again, for a short time',
  restarts: 'of an import that this installation is working on',
  run_id: 'of an import that this installation is working on',
  used_days: 'of the key of a till, which an import does not add',
  version: 'recognises an edit by another person, while a dialog is open',
}

export const isCsv = ({ file }: Part) => file.endsWith('.csv')
