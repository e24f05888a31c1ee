import { column, createdAt, optional, type Part } from './part.ts'

/** What people saved for the next time. */
export const SETTINGS_PARTS: Part[] = [
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
  {
    file: 'accounting.jsonl',
    table: 'accounting_settings',
    means: 'The accounts of files for accounting programs, where the business changed them.',
    key: ['program'],
    isAddedLater: true,
    columns: [
      column('program', 'text', 'xero, sage or quickbooks'),
      column('settings', 'json', 'Its accounts and the names of its tax rates'),
    ],
  },
  {
    file: 'accounting-days.jsonl',
    table: 'accounting_days',
    means: 'What days had in the newest file for an accounting program, or when their month was locked.',
    key: ['kept_for', 'day', 'siteid'],
    isAddedLater: true,
    columns: [
      column('kept_for', 'text', 'xero, sage or quickbooks, or lock'),
      column('day', 'date', 'The day'),
      column('siteid', 'id', 'The site, see sites.csv'),
      column('sums', 'json', 'The sales, revenue and VAT of each VAT rate and payment method, in cents'),
      column('saved_at', 'timestamp', 'When the file was taken, or the month was locked'),
      optional('user_id', 'uuid', 'Who did it, see users.csv'),
    ],
  },
  {
    file: 'notices.jsonl',
    table: 'list_business_notices()',
    into: 'notices',
    means: 'The notices by e-mail that people chose.',
    key: ['user_id', 'kind'],
    isAddedLater: true,
    columns: [
      column('user_id', 'uuid', 'The login, see users.csv'),
      column('kind', 'text', 'daily, weekly, low_stock or silent_till'),
      column('is_on', 'boolean', 'false for one that is turned off'),
      column('hour', 'whole', 'The hour of the day'),
      column('weekday', 'whole', 'Of the weekly one: 1 is Monday'),
      column('sites', 'ids', 'The sites; none for all'),
      optional('sent_for', 'date', 'The last day whose notice is done'),
      column('known', 'texts', 'What the last one named: products with low stock'),
    ],
  },
]
