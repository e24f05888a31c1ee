import type { AccountingMonth, AccountingPreview, AccountingSettings, ProgramAccounts } from '../../contract/accounting.ts'
import type { Answers } from './fake-server.ts'

const ACCOUNTS: ProgramAccounts = {
  sales: [
    { vat_rate: '15', account: '4000', tax_name: '' },
    { vat_rate: '0', account: '4000', tax_name: '' },
  ],
  vat_account: '2200',
  payments: [{ payment_method: 'card', account: '1200' }],
  other_payments: '1200',
  extras: [
    { kind: 'tip', account: '2230' },
    { kind: 'gift_card', account: '2240' },
    { kind: 'deposit', account: '2250' },
    { kind: 'rounding', account: '8200' },
  ],
  no_tax_name: '',
  tracking: '',
  date_order: 'dmy',
}

export const XERO_ACCOUNTS: ProgramAccounts = {
  ...ACCOUNTS,
  sales: [
    { vat_rate: '15', account: '200', tax_name: 'Standard Rate Sales' },
    { vat_rate: '0', account: '200', tax_name: 'Zero Rated' },
  ],
  vat_account: '820',
  payments: [{ payment_method: 'card', account: '855' }],
  other_payments: '855',
  no_tax_name: 'No VAT',
}

const NOTHING_LATER = { sales: 0, revenue: 0, days: [] }
export const APRIL: AccountingMonth = {
  ...{ month: '2026-04', is_over: true, locked_at: new Date('2026-05-03T08:00:00Z'), locked_by: 'Sizwe Dube' },
  later: { sales: 2, revenue: 92, days: ['2026-04-15', '2026-04-16'] },
}
export const MAY: AccountingMonth = { month: '2026-05', is_over: true, locked_at: null, locked_by: null, later: NOTHING_LATER }
export const JUNE: AccountingMonth = { ...MAY, month: '2026-06', is_over: false }

export const createPreview = (more: Partial<AccountingPreview> = {}): AccountingPreview => ({
  journals: 31,
  lines: 93,
  accounts: [
    { account: '200', tax_name: 'Standard Rate Sales', debit: 0, credit: 1150 },
    { account: '200', tax_name: 'Zero Rated', debit: 12.5, credit: 100 },
    { account: '855', tax_name: 'No VAT', debit: 1237.5, credit: 0 },
  ],
  debit: 1250,
  revenue: 1237.5,
  vat: 150,
  incomplete: { days: [], unknown_products: 0, assumed_vat: 0, without_items: 0 },
  has_today: false,
  changed_days: [],
  months: [MAY],
  ...more,
})

export function serveAccounting(preview: AccountingPreview = createPreview()): Answers {
  let settings: AccountingSettings = { xero: XERO_ACCOUNTS, sage: ACCOUNTS, quickbooks: ACCOUNTS }
  return {
    accounting: {
      preview: () => preview,
      settings: () => settings,
      lock: () => undefined,
      saveSettings: ({ input: { program, accounts } }) => {
        settings = { ...settings, [program]: accounts }
      },
    },
  }
}
