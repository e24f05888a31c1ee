import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountingInput } from '../../../contract/accounting.ts'
import { PROGRAMS } from '../../../contract/search/accounting.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../../testing/clients.ts'
import { HIRE } from '../../testing/every-call.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)
const ask = (statement: string, values: unknown[] = []) => server.ownerPool.query(statement, values)

const RANGE = { from: '2026-11-02', to: '2026-11-15' }
const toCents = (text = '') => Math.round(Number(text) * 100)

type Row = Record<string, string>
type FileSearch = { program: string; from: string; to: string; sites?: string; by_site?: boolean; later?: string }

async function readFile({ fetch }: Pick<Owner, 'fetch'>, { by_site = false, ...search }: FileSearch) {
  const answer = await fetch(`/api/v1/reports/accounting.csv?${new URLSearchParams({ ...search, by_site: String(by_site) })}`)
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  const rows: Row[] = parse(text, { columns: true })
  expect(rows).toHaveLength(Number(answer.headers.get('x-total-rows')))
  return { text, rows, name: answer.headers.get('content-disposition') }
}

/** The cents of a row: above zero for a debit. */
const readCents = (row: Row) =>
  '*Amount' in row ? toCents(row['*Amount']) : toCents(row['Debit'] ?? row['Debits']) - toCents(row['Credit'] ?? row['Credits'])
const readReference = (row: Row) => row['Reference'] ?? row['Journal No.'] ?? row['*Narration'] ?? ''
const readDescription = (row: Row) => row['Details'] ?? row['Description'] ?? ''
const sum = (rows: Row[]) => rows.reduce((cents, row) => cents + readCents(row), 0)

const XERO_PERCENT: Record<string, number> = { 'Standard Rate Sales': 15 }
/** The VAT, in cents, that Xero takes out of the amount of a row: of each row by itself, rounded to a cent. */
const computeAsXero = (row: Row) => {
  const percent = XERO_PERCENT[row['*TaxRate'] ?? ''] ?? 0
  return Math.round((readCents(row) * percent) / (100 + percent))
}

const item = fc.record({
  barcode: fc.constantFrom('bread', 'milk', 'postage', 'unknown'),
  quantity: fc.integer({ min: -3000, max: 5000 }).map((n) => n / 1000),
  price: fc.nat({ max: 9999 }).map((n) => n / 100),
})
const sale = fc.record({
  minutes: fc.nat({ max: 16 * 24 * 60 }),
  payment_method: fc.constantFrom('Cash', 'card', 'EFT', '=cmd', undefined),
  items: fc.array(item, { maxLength: 4 }),
  /** As the lines add up, or with a discount, or all of a sale without lines. */
  amount: fc.option(
    fc.integer({ min: -20_000, max: 50_000 }).map((n) => n / 100),
    { nil: undefined },
  ),
})

/** A till takes no positive amount for goods that only come back. */
const giveBack = (items: { quantity: number }[]) => items.length > 0 && items.every(({ quantity }) => quantity < 0)

describe('accounting file of random sales', () => {
  let thandi: Owner
  let secondSite: number
  beforeAll(async () => {
    thandi = await createOwner(server)
    secondSite = (await thandi.api.sites.create({ sitename: '-Rose"bank, 2', location: 'x' })).siteid
    for (const [index, siteid] of [thandi.siteid, secondSite].entries()) {
      await ask(
        `insert into product (businessid, siteid, productname, barcode, price, vat_code) values
         ($1, $2, 'Bread', 'bread', 1, 'zero'), ($1, $2, 'Milk', 'milk', 1, 'standard'), ($1, $2, 'Postage', 'postage', 1, 'exempt')`,
        [thandi.businessid, siteid],
      )
      const till = await createTill(server, { api: thandi.api, siteid })
      const sales = fc.sample(sale, { numRuns: 250, seed: 40 + index })
      const { body } = await till.push(
        sales.map(({ minutes, payment_method, items, amount }, nth) => ({
          reference: `${index} ${nth}`,
          saledate: new Date(Date.parse('2026-11-01T10:00Z') + minutes * 60_000).toISOString(),
          items,
          ...(payment_method && { payment_method }),
          ...((amount !== undefined || items.length === 0) && {
            finalamount: giveBack(items) ? -Math.abs(amount ?? 12.34) : (amount ?? -12.34),
          }),
        })),
      )
      expect(body.sales.filter(({ status }: { status: string }) => status !== 'created')).toEqual([])
    }
    await ask('delete from sales where businessid = $1 and saleid % 17 = 0', [thandi.businessid])
  })

  const choices = PROGRAMS.flatMap((program) => [false, true].map((by_site) => ({ program, by_site })))
  test.each(choices)(
    'balances to the cent and equals the VAT report: $program, by site $by_site',
    async ({ program, by_site }) => {
      const { rows } = await readFile(thandi, { program, ...RANGE, by_site })
      const journals = Map.groupBy(rows, readReference)
      expect(journals.size).toBe(by_site ? 28 : 14)
      for (const [reference, lines] of journals) expect(sum(lines), reference).toBe(0)

      const report = await thandi.api.reports.get({ by: 'vat_rate', ...RANGE, compare: 'off' })
      const payments = rows.filter((row) => readDescription(row).startsWith('Paid by'))
      expect(sum(payments)).toBe(Math.round(report.total.revenue * 100))
      for (const { key, sums } of report.rows) {
        const rate = key?.split(' ')[1]
        const name = rate === 'exempt' ? 'exempt from VAT' : `at ${rate}% VAT`
        const net = program === 'xero' ? sums.revenue : sums.revenue - sums.vat
        const sales = rows.filter((row) => readDescription(row).startsWith(`Sales ${name}`))
        expect(sum(sales), name).toBe(-Math.round(net * 100))
        const vat =
          program === 'xero'
            ? sales.reduce((cents, row) => cents + computeAsXero(row), 0)
            : sum(rows.filter((row) => readDescription(row).startsWith(`VAT of sales ${name}`)))
        expect(vat, name).toBe(-Math.round(sums.vat * 100) + 0)
      }

      const preview = await thandi.api.accounting.preview({ program, ...RANGE, by_site })
      expect(preview).toMatchObject({ journals: journals.size, lines: rows.length, has_today: false })
      expect(preview.revenue).toBeCloseTo(report.total.revenue, 2)
      expect(preview.vat).toBeCloseTo(report.total.vat, 2)
      const credit = preview.accounts.reduce((cents, account) => cents + Math.round(account.credit * 100), 0)
      expect(Math.round(preview.debit * 100)).toBe(credit)
      const debits = rows.map(readCents).filter((cents) => cents > 0)
      expect(Math.round(preview.debit * 100)).toBe(debits.reduce((all, cents) => all + cents, 0))
    },
  )

  test('has only the chosen site', async () => {
    const { rows } = await readFile(thandi, { program: 'sage', ...RANGE, sites: String(secondSite) })
    const report = await thandi.api.reports.get({ by: 'vat_rate', ...RANGE, sites: [secondSite], compare: 'off' })
    const payments = rows.filter((row) => readDescription(row).startsWith('Paid by'))
    expect(sum(payments)).toBe(Math.round(report.total.revenue * 100))
  })

  test('has numbers that are numbers, and texts that no spreadsheet runs', async () => {
    const { xero } = await thandi.api.accounting.settings()
    await thandi.api.accounting.saveSettings({ program: 'xero', accounts: { ...xero, tracking: 'Site' } })
    const { rows, text } = await readFile(thandi, { program: 'xero', ...RANGE, by_site: true })
    expect(text.startsWith('*Narration,*Date,')).toBe(true)
    for (const row of rows) expect(row['*Amount']).toMatch(/^-?\d+\.\d\d$/)
    expect(rows.some((row) => row['*Amount']?.startsWith('-'))).toBe(true)
    for (const cell of rows.flatMap((row) => Object.entries(row)).filter(([title]) => title !== '*Amount'))
      expect(cell[1]).not.toMatch(/^[=+\-@\t]/)
    expect(rows.some((row) => row['TrackingOption1'] === `'-Rose"bank, 2`)).toBe(true)
  })

  test('says for how much sales name no product, assume a VAT rate, and have no item details', async () => {
    const { incomplete } = await thandi.api.accounting.preview({ program: 'xero', ...RANGE })
    const { rows } = await ask(
      `select sum(amount_cents) filter (where is_unknown)::float / 100 as unknown_products,
              sum(amount_cents) filter (where is_vat_assumed)::float / 100 as assumed_vat
         from saleitems join product using (businessid, productid)
        where businessid = $1 and saledate >= '2026-11-01T22:00Z' and saledate < '2026-11-15T22:00Z'`,
      [thandi.businessid],
    )
    const remainder = await ask(
      `select sum(finalamount_cents - itemised_cents)::float / 100 as amount from sales
        where businessid = $1 and saledate >= '2026-11-01T22:00Z' and saledate < '2026-11-15T22:00Z'`,
      [thandi.businessid],
    )
    expect(rows[0].unknown_products).not.toBe(0)
    expect(incomplete.unknown_products).toBeCloseTo(rows[0].unknown_products, 2)
    expect(incomplete.assumed_vat).toBeCloseTo(rows[0].assumed_vat, 2)
    expect(incomplete.without_items).toBeCloseTo(remainder.rows[0].amount, 2)
    expect(incomplete.days).toHaveLength(14)
  })

  test('is refused, and not written with a gap, where a roll-up has an error', async () => {
    await ask(
      `update payment_buckets set revenue_cents = revenue_cents + 1
                where businessid = $1 and bucket_days = 1 and bucket_start = '2026-11-10' and payment_method = 'card'`,
      [thandi.businessid],
    )
    const input = { program: 'xero' as const, ...RANGE }
    await expect(thandi.api.accounting.preview(input)).rejects.toMatchObject({ code: 'NOT_BALANCED', status: 409 })
    expect((await thandi.fetch(`/api/v1/reports/accounting.csv?${new URLSearchParams(input)}`)).status).toBe(409)
    await ask(
      `update payment_buckets set revenue_cents = revenue_cents - 1
                where businessid = $1 and bucket_days = 1 and bucket_start = '2026-11-10' and payment_method = 'card'`,
      [thandi.businessid],
    )
  })
})

describe('accounting file', () => {
  async function sellOne(method = 'card') {
    const owner = await createOwner(server)
    const till = await createTill(server, owner)
    await ask(`insert into product (businessid, siteid, productname, barcode, price) values ($1, $2, 'Milk', 'milk', 115)`, [
      owner.businessid,
      owner.siteid,
    ])
    const items = [{ barcode: 'milk', quantity: 1, price: 115 }]
    await till.push([{ reference: '1', saledate: '2026-11-03T10:00Z', payment_method: method, items }])
    return { ...owner, till }
  }
  const DAY = { from: '2026-11-03', to: '2026-11-03' }

  test('has the columns, dates and default accounts of each program', async () => {
    const owner = await sellOne()
    const read = async (program: AccountingInput['program']) => (await readFile(owner, { program, ...DAY })).text.split('\r\n')
    expect(await read('xero')).toEqual([
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
      'Daily sales 2026-11-03 (WK20261103),03/11/2026,Sales at 15% VAT,200,Standard Rate Sales,-115.00,,,,',
      'Daily sales 2026-11-03 (WK20261103),03/11/2026,Paid by Card,855,No VAT,115.00,,,,',
      '',
    ])
    expect(await read('sage')).toEqual([
      'Reference,Date,Description,Ledger Account Number,Details,Debit,Credit',
      'WK20261103,03/11/2026,Daily sales 2026-11-03 (WK20261103),4000,Sales at 15% VAT,,100.00',
      'WK20261103,03/11/2026,Daily sales 2026-11-03 (WK20261103),2200,VAT of sales at 15% VAT,,15.00',
      'WK20261103,03/11/2026,Daily sales 2026-11-03 (WK20261103),1200,Paid by Card,115.00,',
      '',
    ])
    expect(await read('quickbooks')).toEqual([
      'Journal No.,Journal Date,Account Name,Description,Debits,Credits',
      'WK20261103,03/11/2026,Sales,Sales at 15% VAT,,100.00',
      'WK20261103,03/11/2026,VAT Control,VAT of sales at 15% VAT,,15.00',
      'WK20261103,03/11/2026,Undeposited Funds,Paid by Card,115.00,',
      '',
    ])
  })

  test('names a payment method as the screens do', async () => {
    const { rows } = await readFile(await sellOne('snapscan'), { program: 'xero', ...DAY })
    expect(rows.map(readDescription)).toEqual(['Sales at 15% VAT', 'Paid by SnapScan'])
  })

  test('for Xero has what the rounding of receipts leaves as a line without VAT', async () => {
    const owner = await sellOne()
    // The VAT of 3 cents is 0 cents: that of 100 such lines is 0 too, and not 39 cents.
    const items = Array.from({ length: 100 }, () => ({ barcode: 'milk', quantity: 1, price: 0.03 }))
    await owner.till.push([{ reference: '2', saledate: '2026-11-03T11:00Z', payment_method: 'card', items }])
    const { rows } = await readFile(owner, { program: 'xero', ...DAY })
    expect(rows.map((row) => [readDescription(row), row['*AccountCode'], row['*TaxRate'], row['*Amount']])).toEqual([
      ['Sales at 15% VAT', '200', 'Standard Rate Sales', '-115.03'],
      ['Sales at 15% VAT, rounding of VAT', '200', 'No VAT', '-2.97'],
      ['Paid by Card', '855', 'No VAT', '118.00'],
    ])
    const vat = rows.reduce((cents, row) => cents + computeAsXero(row), 0)
    expect(vat).toBe(-1500)
  })

  test('has the accounts that a bookkeeper sets, who also takes it again and locks a month', async () => {
    const owner = await sellOne()
    const credentials = newCredentials(server)
    const { employeeid } = await owner.api.employees.create({
      ...HIRE,
      ...credentials,
      position: 'Manager',
      siteid: owner.siteid,
    })
    await owner.api.employees.setRight({ employeeid, right: { name: 'bookkeeper', sees_costs: false, siteids: [] } })
    const bookkeeper = createClient(server)
    await bookkeeper.api.session.signIn(credentials)
    const opened = (await bookkeeper.api.accounting.settings()).xero
    for (const vat_account of ['801', '802'])
      await bookkeeper.api.accounting.saveSettings({ program: 'xero', accounts: { ...opened, vat_account } })
    expect((await owner.api.accounting.settings()).xero.vat_account).toBe('802')
    for (let time = 0; time < 2; time++) await readFile(bookkeeper, { program: 'xero', ...DAY })
    for (const is_locked of [true, false, true]) await bookkeeper.api.accounting.lock({ month: '2026-09', is_locked })
    expect((await owner.api.accounting.preview({ program: 'xero', from: '2026-09-30', to: '2026-09-30' })).months).toMatchObject([
      { locked_at: expect.any(Date) },
    ])
  })

  test('of a day with more refunds than sales has them the other way round', async () => {
    const owner = await sellOne()
    const items = [{ barcode: 'milk', quantity: -2, price: 115 }]
    await owner.till.push([{ reference: '2', saledate: '2026-11-03T11:00Z', payment_method: 'card', items }])
    const { rows } = await readFile(owner, { program: 'quickbooks', ...DAY })
    expect(rows.map((row) => [row['Account Name'], row['Debits'], row['Credits']])).toEqual([
      ['Sales', '100.00', ''],
      ['VAT Control', '15.00', ''],
      ['Undeposited Funds', '', '115.00'],
    ])
  })

  test('of days without sales has its titles alone', async () => {
    const { rows } = await readFile(await sellOne(), { program: 'sage', from: '2026-11-04', to: '2026-11-05' })
    expect(rows).toEqual([])
  })

  test('has at most 366 days, and says when its last day is not over', async () => {
    const { api } = await sellOne()
    const input = { program: 'xero' as const, from: '2025-01-01', to: '2026-01-01' }
    await expect(api.accounting.preview({ ...input, to: '2026-01-02' })).rejects.toMatchObject({ status: 422 })
    await api.accounting.preview(input)
    expect((await api.accounting.preview({ program: 'xero', from: '2026-11-03', to: '2027-01-01' })).has_today).toBe(true)
  })

  test('has the accounts that were saved, also for a rate and a payment method that come later', async () => {
    const owner = await sellOne()
    const { sage, xero } = await owner.api.accounting.settings()
    expect(xero.sales.map(({ vat_rate, tax_name }) => [vat_rate, tax_name])).toEqual([
      ['15', 'Standard Rate Sales'],
      ['0', 'Zero Rated'],
      ['exempt', 'Exempt Sales'],
    ])
    const accounts = {
      ...sage,
      sales: sage.sales.map((line) => (line.vat_rate === '15' ? { ...line, account: '4100' } : line)),
      payments: [{ payment_method: 'card', account: '1250' }],
      other_payments: '1260',
      date_order: 'mdy' as const,
    }
    await owner.api.accounting.saveSettings({ program: 'sage', accounts, opened: sage })
    await owner.till.push([{ reference: '3', saledate: '2026-11-03T12:00Z', payment_method: 'Voucher', finalamount: 11.5 }])
    const { rows } = await readFile(owner, { program: 'sage', ...DAY })
    expect(rows.map((row) => [row['Date'], row['Ledger Account Number'], row['Details'], row['Debit'], row['Credit']])).toEqual([
      ['11/03/2026', '4100', 'Sales at 15% VAT', '', '100.00'],
      ['11/03/2026', '2200', 'VAT of sales at 15% VAT', '', '15.00'],
      ['11/03/2026', '4100', 'Sales at 15% VAT, without item details', '', '10.00'],
      ['11/03/2026', '2200', 'VAT of sales at 15% VAT, without item details', '', '1.50'],
      ['11/03/2026', '1260', 'Paid by Voucher', '11.50', ''],
      ['11/03/2026', '1250', 'Paid by Card', '115.00', ''],
    ])
  })

  test('keeps the accounts of the person who saved first, of two at once, and takes a retry', async () => {
    const { api } = await sellOne()
    const opened = (await api.accounting.settings()).xero
    const save = (vat_account: string) =>
      api.accounting.saveSettings({ program: 'xero', accounts: { ...opened, vat_account }, opened })
    const answers = await Promise.allSettled([save('801'), save('802')])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const kept = (await api.accounting.settings()).xero.vat_account
    await save(kept)
    await expect(save('803')).rejects.toMatchObject({ code: 'CHANGED', status: 409 })
  })

  test('has default accounts where an older version stored something else', async () => {
    const owner = await sellOne()
    await ask(`insert into accounting_settings (businessid, program, settings) values ($1, 'xero', '{"old": true}')`, [
      owner.businessid,
    ])
    expect((await owner.api.accounting.settings()).xero.vat_account).toBe('820')
  })
})

describe('accounting of days that change', () => {
  const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' }
  const xero = { program: 'xero' as const, ...SEPTEMBER }

  /** A shop with two sites. `sell` sends a sale of R 115 at the first one, or at another site. */
  async function createShop() {
    const owner = await createOwner(server)
    const { siteid: second } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const tills = new Map<number, Awaited<ReturnType<typeof createTill>>>()
    for (const siteid of [owner.siteid, second]) tills.set(siteid, await createTill(server, { api: owner.api, siteid }))
    const sell = async (reference: string, day: string, { siteid = owner.siteid, finalamount = 115 } = {}) =>
      expect(
        (await tills.get(siteid)?.push([{ reference, saledate: `${day}T12:00:00+02:00`, payment_method: 'card', finalamount }]))
          ?.body,
      ).toMatchObject({ sales: [{ status: 'created' }] })
    const preview = (more = {}) => owner.api.accounting.preview({ ...xero, ...more })
    return { ...owner, second, sell, preview }
  }

  test('are named with the sales that came after the newest file of the program, also where a day had none', async () => {
    const { sell, preview, second, ...owner } = await createShop()
    await sell('1', '2026-09-15')
    expect((await preview()).changed_days).toEqual([])
    await readFile(owner, xero)
    expect((await preview()).changed_days).toEqual([])

    await sell('2', '2026-09-15')
    await sell('3', '2026-09-16', { siteid: second })
    // A refund and a sale of the same amount are two sales, and no other amount.
    await sell('4', '2026-09-17')
    await sell('5', '2026-09-17', { finalamount: -115 })
    await sell('6', '2026-10-01')
    const changed = [
      { day: '2026-09-15', sales: 1 },
      { day: '2026-09-16', sales: 1 },
      { day: '2026-09-17', sales: 2 },
    ]
    expect((await preview({ to: '2026-10-31' })).changed_days).toEqual(changed)
    expect((await preview({ program: 'sage' })).changed_days).toEqual([])
    expect((await preview({ sites: [second] })).changed_days).toEqual([changed[1]])
    // A file of one site says nothing of the other one.
    await readFile(owner, { ...xero, sites: String(second) })
    expect((await preview()).changed_days).toEqual([changed[0], changed[2]])
    await readFile(owner, xero)
    expect((await preview()).changed_days).toEqual([])
  })

  test('are named when only their VAT changed', async () => {
    const { sell, preview, ...owner } = await createShop()
    await sell('1', '2026-09-15')
    await readFile(owner, xero)
    await ask(`update sales set vat_rate = '0' where businessid = $1`, [owner.businessid])
    expect((await preview()).changed_days).toEqual([{ day: '2026-09-15', sales: 0 }])
  })

  test.each([false, true])(
    'stay as they were when their month was locked, and what comes later has journals of its own: by site %s',
    async (by_site) => {
      const { sell, preview, second, ...owner } = await createShop()
      await sell('1', '2026-09-15')
      await sell('2', '2026-09-15', { siteid: second })
      const before = await readFile(owner, { ...xero, by_site })
      await owner.api.accounting.lock({ month: '2026-09', is_locked: true })
      await sell('3', '2026-09-15')
      await sell('4', '2026-09-16', { siteid: second, finalamount: -23 })
      await sell('5', '2026-10-01')

      const later = await readFile(owner, { ...xero, by_site, later: 'true' })
      expect(later.name).toContain('xero_journals_later_2026-09-01_2026-09-30.csv')
      expect(later.rows.map((row) => [row['*Narration'], readDescription(row), row['*Amount']])).toEqual(
        [
          ['2026-09-15', '-115.00', owner.siteid],
          ['2026-09-16', '23.00', second],
        ].flatMap(([day, amount, siteid]) => {
          const place = by_site ? `, ${siteid === second ? 'Rosebank' : 'Sandton'}` : ''
          const reference = `WK${String(day).replaceAll('-', '')}L${by_site ? `-${siteid}` : ''}`
          const title = `Later sales ${day}${place} (${reference})`
          const paid = String(amount).startsWith('-') ? String(amount).slice(1) : `-${amount}`
          return [
            [title, 'Sales at 15% VAT, without item details', amount],
            [title, 'Paid by Card', paid],
          ]
        }),
      )
      expect((await readFile(owner, { ...xero, by_site })).text).toBe(before.text)
      const shown = await preview({ by_site, to: '2026-10-31' })
      expect(shown).toMatchObject({ revenue: 345, changed_days: [] })
      expect(shown.months).toMatchObject([
        {
          ...{ month: '2026-09', is_over: true, locked_at: expect.any(Date), locked_by: 'Thandi Nkosi' },
          later: { sales: 2, revenue: 92, days: ['2026-09-15', '2026-09-16'] },
        },
        { month: '2026-10', is_over: true, locked_at: null, locked_by: null, later: { sales: 0, revenue: 0, days: [] } },
      ])
      expect((await preview({ later: true })).revenue).toBe(92)
      expect((await preview({ sites: [second] })).months[0]?.later).toEqual({ sales: 1, revenue: -23, days: ['2026-09-16'] })
    },
  )

  test('belong to their month again when it is unlocked, and both are in the log once', async () => {
    const { sell, preview, api } = await createShop()
    await api.accounting.lock({ month: '2026-09', is_locked: true })
    await api.accounting.lock({ month: '2026-09', is_locked: true })
    await sell('1', '2026-09-15')
    expect((await preview()).revenue).toBe(0)
    for (let time = 0; time < 2; time++) await api.accounting.lock({ month: '2026-09', is_locked: false })
    expect(await preview()).toMatchObject({ revenue: 115, months: [{ locked_at: null, later: { sales: 0 } }] })
    expect((await api.changes.list({ noun: 'accounting' })).rows).toMatchObject([
      { name: '2026-09', after: { is_locked: false } },
      { name: '2026-09', after: { is_locked: true } },
    ])
  })

  test('cannot be locked before their month is over', async () => {
    const { api, preview } = await createShop()
    const { rows } = await ask(`select to_char(now() at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as today`)
    const [{ today }] = rows as [{ today: string }]
    await expect(api.accounting.lock({ month: today.slice(0, 7), is_locked: true })).rejects.toMatchObject({ code: 'NOT_OVER' })
    expect((await preview({ from: today, to: today })).months).toMatchObject([{ is_over: false, locked_at: null }])
  })
})
