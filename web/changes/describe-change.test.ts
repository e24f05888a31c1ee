import { expect, test } from 'vitest'
import { createChange } from '../testing/changes.ts'
import { describeAction, describeActor, describeLines } from './describe-change.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const describe = (more: Parameters<typeof createChange>[0]) => {
  const change = createChange(more)
  const lines = describeLines(change, 'Africa/Johannesburg').map(({ label, before, after }) =>
    plain([label, [before, after].filter((value) => value !== undefined).join(' → ')].filter(Boolean).join(' ')),
  )
  return [plain(describeAction(change)), ...lines]
}

test.each([
  [{}, ['Product Bread changed', 'Price R 12,00 → R 13,50']],
  [
    { before: null, action: 'created', after: { productname: 'Bread', price: 12, siteid: 'Sandton' } },
    ['Product Bread added', 'Price R 12,00'],
  ],
  [{ before: { price: 12 }, action: 'deleted', after: null }, ['Product Bread deleted', 'Price R 12,00']],
  [
    {
      before: { reorder_level: null, category: '', is_free: false },
      after: { reorder_level: 4.5, category: 'Tea', is_free: true },
    },
    ['Product Bread changed', 'Category none → Tea', 'Free no → yes', 'Reorder level none → 4,5'],
  ],
  [{ before: { picture: null }, after: { picture: 'ab' } }, ['Product Bread changed', 'Picture changed']],
  [{ before: { new_column: 1 }, after: { new_column: 2 } }, ['Product Bread changed', 'new column 1 → 2']],
  [
    { noun: 'employee', name: 'Sipho Dlamini', before: { hiredate: null }, after: { hiredate: '2026-11-01' } },
    ['Employee Sipho Dlamini changed', 'Hired none → 1 Nov 2026'],
  ],
  [
    { noun: 'right', name: 'Sipho Dlamini', before: { role: 'owner' }, after: { role: 'none' } },
    ['Sipho Dlamini is no longer Owner'],
  ],
  [
    { noun: 'VAT rate', name: 'exempt 1989-12-31', action: 'created', before: null, after: { percent: 0 } },
    ['Exempt VAT rate set to 0 %'],
  ],
  [
    { noun: 'VAT rate', name: 'standard 2027-04-01', before: { percent: 15 }, after: { percent: 15.5 } },
    ['Standard VAT rate set to 15,5 % from 1 Apr 2027', 'Rate (%) 15 → 15,5'],
  ],
  [
    { noun: 'VAT rate', name: 'standard 2027-04-01', action: 'deleted', before: { percent: 15 }, after: null },
    ['Standard VAT rate from 1 Apr 2027 removed'],
  ],
  [
    { noun: 'employee', name: 'Former employee 1', action: 'made anonymous', before: null, after: null },
    ['Employee Former employee 1 made anonymous'],
  ],
  [{ noun: 'right', name: 'Sipho Dlamini', before: { role: 'none' }, after: { role: 'admin' } }, ['Sipho Dlamini became Admin']],
  [
    {
      ...{ noun: 'right', name: 'Bongi Book', before: { right: 'none', sites: null, sees_costs: null } },
      after: { right: 'bookkeeper', sites: 'All sites', sees_costs: true },
    },
    ['Permissions of Bongi Book changed', 'Permissions none → Bookkeeper', 'Sites none → All sites', 'Sees costs no → yes'],
  ],
  [
    {
      ...{ noun: 'right', name: 'Bongi Book', before: { right: 'manager', sites: null, sees_costs: false } },
      after: { right: 'none', sites: null, sees_costs: null },
    },
    ['Permissions of Bongi Book changed', 'Permissions Shop manager → none'],
  ],
  [
    {
      ...{ noun: 'invitation', name: 'Bongi Book', action: 'sent again' },
      before: { right: 'bookkeeper', email: 'bongi@shop.example' },
      after: { right: 'bookkeeper', email: 'bongi@shop.example' },
    },
    ['Bongi Book invited again'],
  ],
  [
    { noun: 'invitation', name: 'Lerato', action: 'created', before: null, after: { right: 'everything', sites: '' } },
    ['Lerato invited', 'Permissions Everything'],
  ],
  [
    { noun: 'business', before: { two_step_for: [] }, after: { two_step_for: ['everything', 'stock'] } },
    ['Business changed', 'Two-step sign-in required for nobody → Owners, Stock keepers'],
  ],
  [
    { noun: 'business', before: { stock_reasons: ['constructor'] }, after: { stock_reasons: [] } },
    ['Business changed', 'Stock reasons constructor → none'],
  ],
  [
    { noun: 'till', name: 'Till 1', before: { revoked_at: null }, after: { revoked_at: '2026-11-24T12:05:00+00:00' } },
    ['Till key Till 1 revoked', 'Key revoked none → 24 Nov 2026, 14:05'],
  ],
  [
    {
      noun: 'bulk change',
      name: '',
      before: null,
      after: { products: 2, change: { kind: 'change_price_by_percent', percent: 10 } },
    },
    ['2 products changed together', 'Price raised by 10 %'],
  ],
  [
    {
      ...{ noun: 'bulk change', name: '', action: 'undone', before: null, is_undo: true },
      after: { products: 4, change: { kind: 'change_price_by_percent', percent: 10 } },
    },
    ['4 products changed back together', 'Undone: Price raised by 10 %'],
  ],
  [
    {
      ...{ noun: 'read key', name: 'Books', action: 'created', before: null },
      after: {
        ...{ name: 'Books', right_name: 'stock', sites: 'Sandton', sees_costs: true },
        expires_at: '2026-12-27T03:10:08.052901+00:00',
      },
    },
    ['Read key Books added', 'Permissions Stock keeper', 'Sites Sandton', 'Sees costs yes', 'Expires 27 Dec 2026, 05:10'],
  ],
  [
    { noun: 'read key', name: 'Books', before: { revoked_at: null }, after: { revoked_at: '2026-11-24T12:05:00+00:00' } },
    ['Read key Books revoked', 'Key revoked none → 24 Nov 2026, 14:05'],
  ],
  [
    {
      ...{ noun: 'webhook', name: 'books.example/winkel', action: 'created', before: null },
      after: {
        ...{ url: 'https://books.example/winkel?…', url_query: '0a1b2c3d', events: ['sale.created', 'stock.low'] },
        ...{ sites: 'All sites', state: 'on' },
      },
    },
    ['Webhook books.example/winkel added', 'URL https://books.example/winkel?…', 'Events Sales, To reorder', 'Sites All sites'],
  ],
  [
    {
      ...{ noun: 'webhook', name: 'books.example', before: { url_query: '0a1b2c3d', sites: 'All sites' } },
      after: { url_query: null, sites: 'Sandton' },
    },
    ['Webhook books.example changed', "Part of the URL after '?' changed", 'Sites All sites → Sandton'],
  ],
  [{ noun: 'webhook', name: 'b.example', before: { state: 'on' }, after: { state: 'off' } }, ['Webhook b.example paused']],
  [{ noun: 'webhook', name: 'b.example', before: { state: 'off' }, after: { state: 'on' } }, ['Webhook b.example turned on']],
  [
    {
      ...{ noun: 'webhook', name: 'b.example', before: { state: 'on', stop_reason: '' } },
      after: { state: 'stopped', stop_reason: 'Every attempt failed for 5 days.' },
    },
    ['Webhook b.example stopped', 'Reason none → Every attempt failed for 5 days.'],
  ],
  [
    { noun: 'webhook', name: 'b.example', action: 'secret replaced', before: null, after: null },
    ['New secret for webhook b.example'],
  ],
  [
    { noun: 'webhook', name: 'b.example', action: 'deleted', before: { sites: 'Sandton', state: 'on' }, after: null },
    ['Webhook b.example deleted', 'Sites Sandton'],
  ],
  [
    { noun: 'sign-in', action: 'refused', before: null, after: { reason: 'The code was wrong.' } },
    ['Sign-in refused', 'Reason The code was wrong.'],
  ],
  [
    { noun: 'export', name: 'changes.csv', action: 'created', before: null, after: { rows: 3 } },
    ['Exported changes.csv', 'Rows 3'],
  ],
  [
    { noun: 'import', name: 'Products', action: 'created', before: null, after: { added: 3, changed: 0 } },
    ['Imported products', 'Added 3', 'Changed 0'],
  ],
  [{ noun: 'import', name: 'old.csv', before: { state: 'preview' }, after: { state: 'importing' } }, ['Import started: old.csv']],
  [
    { noun: 'cash-up', name: '2026-11-21', action: 'created', before: null, after: { entry: 2, note: 'Late', cash_float: 100 } },
    ['Cash-up corrected: Sat, 21 Nov 2026', 'Float R 100,00', 'Note Late'],
  ],
  [
    { noun: 'stock document', name: 'order 12', before: { state: 'draft' }, after: { state: 'sent' } },
    ['Order 12 sent', 'Status draft → sent'],
  ],
  [
    { noun: 'stock document', name: 'count 3', before: null, action: 'created', after: { state: 'counting' } },
    ['Count 3 started', 'Status counting'],
  ],
  [
    {
      ...{ noun: 'stock document', name: 'order 12' },
      before: { lines: null },
      after: {
        lines: [
          { productid: 1, productname: 'Bread', quantity: 4.5, purchaseprice: 7.5, reason: 'Damaged', rejected: 1 },
          { productid: 2, productname: 'Milk', quantity: 2 },
          { more: 48 },
        ],
      },
    },
    ['Order 12 changed', 'Lines none → 4,5 × Bread at R 7,50 (Damaged), 1 rejected, 2 × Milk, and 48 more'],
  ],
  [
    {
      ...{ noun: 'accounting', name: 'xero' },
      before: {
        sales: [
          { vat_rate: '15', account: '200', tax_name: 'Standard Rate Sales' },
          { vat_rate: 'exempt', account: '200', tax_name: '' },
        ],
        date_order: 'dmy',
      },
      after: {
        sales: [
          { vat_rate: '15', account: '201', tax_name: 'Standard Rate Sales' },
          { vat_rate: 'exempt', account: '200', tax_name: '' },
        ],
        date_order: 'ymd',
      },
    },
    [
      'Account codes for Xero changed',
      'Account codes for sales 15 %: 200 (Standard Rate Sales) → 15 %: 201 (Standard Rate Sales)',
      'Dates day, month, year → year, month, day',
    ],
  ],
  [
    {
      ...{ noun: 'accounting', name: 'sage', before: null },
      after: { payments: [{ payment_method: 'cash', account: '1210' }], vat_account: '2200' },
    },
    ['Account codes for Sage Accounting changed', 'Account code for VAT 2200', 'Account codes for payment methods cash: 1210'],
  ],
  [
    { noun: 'accounting', name: '2026-10', action: 'created', before: null, after: { is_locked: true } },
    ['Oct 2026 locked for accounting'],
  ],
  [
    { noun: 'accounting', name: '2026-10', action: 'created', before: null, after: { is_locked: false } },
    ['Oct 2026 unlocked for accounting'],
  ],
  [
    { action: 'linked', before: null, after: { sold_as: 'Brown bred', barcode: '6001' } },
    ['Sales of an unknown product linked to Bread', 'Barcode 6001', 'Sold as Brown bred'],
  ],
  [{ before: { stock: 5 }, after: { stock: 9.5 } }, ['Product Bread changed', 'Stock 5 → 9,5']],
  [
    { noun: 'business', before: { stock_reasons: ['Stolen'] }, after: { stock_reasons: ['Stolen', 'Found'] } },
    ['Business changed', 'Stock reasons Stolen → Stolen, Found'],
  ],
] as [Parameters<typeof createChange>[0], string[]][])('change in words: %j', (more, words) => {
  expect(describe(more)).toEqual(words)
})

test.each([
  [{}, 'Thandi Nkosi'],
  [{ person: null }, 'A former employee'],
  [{ person: null, actor: 'till' }, 'A till'],
  [{ person: null, actor: 'read key' }, 'A read key'],
  [{ person: null, actor: 'server' }, 'System'],
] as const)('change in words: who did it: %j', (more, words) => {
  expect(describeActor(createChange(more))).toBe(words)
})
