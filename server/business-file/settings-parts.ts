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
]
