import type { AccountTotal, ProgramAccounts } from '../../../contract/accounting.ts'
import type { Program } from '../../../contract/search/accounting.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { EXTRA_ACCOUNTS, type ExtraKind } from '../../../contract/shared/sale-parts.ts'
import type { DaySum } from './queries.ts'

export type JournalLine = {
  account: string
  tax_name: string
  description: string
  /** In cents: above zero is a debit, below zero a credit. */
  cents: number
}

export type Journal = { reference: string; title: string; day: string; sitename: string; lines: JournalLine[] }

export type JournalChoice = { program: Program; later: boolean }

/** The sales and the payments of a day, or of a site on a day, do not add up: a roll-up has an error. */
export class NotBalanced extends Error {}

/**
 * One journal for each day, or each day and site. Sales and extras are credits and payments are debits; where refunds are more than sales, they are
 * the other way round. Xero takes the VAT out of the amounts by itself, so they are with VAT there; for the others, VAT is a line.
 */
export function createJournals({ program, later }: JournalChoice, accounts: ProgramAccounts, sums: DaySum[]): Journal[] {
  const groups = Map.groupBy(sums, ({ day, siteid }) => `${day} ${siteid}`)
  return [...groups.values()].map((rows) => {
    const lines = rows.flatMap((row) => {
      if (row.kind === 'payment') return createPaymentLine(accounts, row)
      return row.kind === 'extra' ? createExtraLine(accounts, row) : createSalesLines(program, accounts, row)
    })
    if (lines.reduce((sum, { cents }) => sum + cents, 0) !== 0) throw new NotBalanced(`the journal of ${rows[0]?.day}`)
    return { ...describeJournal(rows[0] as DaySum, later), lines }
  })
}

function describeJournal({ day, siteid, sitename }: DaySum, later: boolean): Omit<Journal, 'lines'> {
  const reference = `WK${day.replaceAll('-', '')}${later ? 'L' : ''}${siteid === null ? '' : `-${siteid}`}`
  const place = sitename ? `, ${sitename}` : ''
  // Two sites may have the same name, and Xero joins rows with the same narration.
  return { reference, day, sitename: sitename ?? '', title: `${later ? 'Later' : 'Daily'} sales ${day}${place} (${reference})` }
}

function createPaymentLine({ payments, other_payments, no_tax_name }: ProgramAccounts, { key, revenue }: DaySum): JournalLine[] {
  const account = payments.find(({ payment_method }) => payment_method === key)?.account ?? other_payments
  return [{ account, tax_name: no_tax_name, description: `Paid by ${formatPaymentMethod(key)}`, cents: revenue }]
}

/** Tips are owed to the staff; gift cards and deposits to the customers, until goods are bought with them. */
function createExtraLine({ extras, other_payments, no_tax_name }: ProgramAccounts, { key, revenue }: DaySum): JournalLine[] {
  const account = extras.find(({ kind }) => kind === key)?.account ?? other_payments
  return [{ account, tax_name: no_tax_name, description: EXTRA_ACCOUNTS[key as ExtraKind], cents: -revenue }]
}

function createSalesLines(program: Program, { sales, vat_account, no_tax_name }: ProgramAccounts, sum: DaySum): JournalLine[] {
  const { key, is_remainder, revenue, vat } = sum
  const { account, tax_name } = sales.find(({ vat_rate }) => vat_rate === key) ?? { account: '', tax_name: '' }
  const rate = key === 'exempt' ? 'exempt from VAT' : `at ${key}% VAT`
  const details = is_remainder ? ', without item details' : ''
  const description = `Sales ${rate}${details}`
  const taxed = program === 'xero' ? findTaxedPart(key, revenue, vat) : revenue - vat
  const lines = [
    { account, tax_name, description, cents: -taxed },
    program === 'xero'
      ? { account, tax_name: no_tax_name, description: `${description}, rounding of VAT`, cents: taxed - revenue }
      : { account: vat_account, tax_name: '', description: `VAT of sales ${rate}${details}`, cents: -vat },
  ]
  return lines.filter(({ cents }) => cents !== 0)
}

/**
 * The amount nearest to the revenue of which Xero computes this VAT: it takes the VAT out of the amount of a line and rounds it to a cent. Receipts
 * are rounded line by line, so the VAT of a day is some cents more or less than that of its sum.
 */
function findTaxedPart(vat_rate: string, revenue: number, vat: number) {
  const rate = vat_rate === 'exempt' ? 0 : Math.round(Number(vat_rate) * 100)
  if (rate === 0) return revenue
  const gross = 10_000 + rate
  // The amounts that are rounded to this VAT. Both ends are left out: programs round halves up or to even.
  const least = Math.floor(((2 * vat - 1) * gross) / (2 * rate)) + 1
  const most = Math.ceil(((2 * vat + 1) * gross) / (2 * rate)) - 1
  return Math.min(Math.max(revenue, least), most)
}

/** The debits and credits of each account, in the order in which the journals name them. */
export function addUpAccounts(journals: Journal[]): AccountTotal[] {
  const totals = new Map<string, AccountTotal>()
  for (const { account, tax_name, cents } of journals.flatMap(({ lines }) => lines)) {
    const key = JSON.stringify([account, tax_name])
    const total = totals.get(key) ?? { account, tax_name, debit: 0, credit: 0 }
    totals.set(key, total)
    if (cents > 0) total.debit += cents
    else total.credit -= cents
  }
  return [...totals.values()].map((total) => ({ ...total, debit: total.debit / 100, credit: total.credit / 100 }))
}
