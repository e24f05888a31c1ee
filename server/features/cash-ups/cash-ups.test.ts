import { parse } from 'csv-parse/sync'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { CashUpDay } from '../../../contract/cash-ups.ts'
import { createOwner, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { addTill } = createShopHelpers(server)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

type Sold = { at: string; amount: number; method?: string | null; siteid?: number }

const sell = async (...sales: Sold[]) => {
  for (const { at, amount, method = 'cash', siteid = thandi.siteid } of sales)
    await server.ownerPool.query(
      `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method) values ($1, $2, $3, $4, $5, $6)`,
      [thandi.businessid, siteid, thandi.employeeid, at, amount, method],
    )
}
const addSite = async (sitename: string) => (await thandi.api.sites.create({ sitename, location: 'x' })).siteid

const DAY = '2026-03-10'
const open = (day = DAY, siteid = thandi.siteid) => thandi.api.cashUps.day({ siteid, day })

/** Saves the amounts as a person who sees the day as it is. */
const count = async (amounts: Record<string, number>, { day = DAY, seen, ...more }: Partial<Counting> = {}) => {
  const { siteid, entries, expected } = seen ?? (await open(day))
  const opened = { entry: entries[0]?.entry ?? 0, sales: expected.reduce((sales, line) => sales + line.sales, 0) }
  const lines = Object.entries(amounts).map(([payment_method, counted]) => ({ payment_method, counted }))
  return thandi.api.cashUps.create({ siteid, day, lines, opened, ...more })
}
type Counting = { day: string; seen: CashUpDay; note: string; cash_float: number; request_id: string }

describe('cash-up with a large difference', () => {
  const setLimit = (difference_limit: number) =>
    server.ownerPool.query('update business set difference_limit = $2 where id = $1', [thandi.businessid, difference_limit])

  test('needs a note, of the method that differs and not of the sum of all', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 500 }, { at: '2026-03-10T11:00Z', amount: 100, method: 'card' })
    expect((await open()).difference_limit).toBe(50)
    const refusal = {
      ...{ code: 'NOTE_REQUIRED', status: 422 },
      message: 'A difference is above your limit. Explain it in the note.',
    }
    const request_id = crypto.randomUUID()
    await expect(count({ cash: 72.1, card: 100 }, { request_id })).rejects.toMatchObject(refusal)
    await expect(count({ cash: 72.1, card: 527.9 })).rejects.toMatchObject(refusal)
    await expect(count({ cash: 550.01, card: 100, snapscan: 0 })).rejects.toMatchObject(refusal)
    await expect(count({ cash: 500, card: 100, snapscan: 51 }, { note: '  ' })).rejects.toMatchObject(refusal)
    expect((await open()).entries).toEqual([])
    await count({ cash: 450, card: 150 })
    await expect(count({ cash: 72.1, card: 100 }), 'a correction').rejects.toMatchObject(refusal)
    await count({ cash: 72.1, card: 100 }, { note: 'R 427,90 went to the bank', request_id })
    expect((await open()).entries.map(({ note }) => note)).toEqual(['R 427,90 went to the bank', ''])
  })

  test('is one above the limit of the business, which the owner sets', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    await setLimit(0)
    await expect(count({ cash: 99.99 })).rejects.toMatchObject({ code: 'NOTE_REQUIRED' })
    const { business } = await thandi.api.account.get()
    const { name, registration_number, version } = business
    await thandi.api.account.updateBusiness({ name, registration_number, difference_limit: 100, opened: { version } })
    expect((await open()).difference_limit).toBe(100)
    await count({ cash: 0 })
  })
})

describe('cash-up', () => {
  test('expects the sales of the site and day by payment method, refunds included', async () => {
    const other = await addSite('Rosebank')
    await sell(
      { at: '2026-03-09T22:00Z', amount: 100.1 },
      { at: '2026-03-10T21:59:59Z', amount: 50.25, method: ' Cash ' },
      { at: '2026-03-10T10:00Z', amount: -20, method: 'CASH' },
      { at: '2026-03-10T10:00Z', amount: 310, method: 'Card' },
      { at: '2026-03-10T10:00Z', amount: 7, method: null },
      { at: '2026-03-09T21:59:59Z', amount: 1000, method: 'eft' },
      { at: '2026-03-10T22:00Z', amount: 1000 },
      { at: '2026-03-10T10:00Z', amount: 1000, siteid: other },
    )
    expect(await open()).toEqual({
      ...{
        siteid: thandi.siteid,
        sitename: expect.any(String),
        day: DAY,
        cash_float: 0,
        difference_limit: 50,
        entries: [],
        late: null,
      },
      starts_at: new Date('2026-03-09T22:00Z'),
      ends_at: new Date('2026-03-10T22:00Z'),
      expected: [
        { payment_method: 'cash', sales: 3, expected: 130.35 },
        { payment_method: 'card', sales: 1, expected: 310 },
        { payment_method: 'unknown', sales: 1, expected: 7 },
      ],
      other_methods: ['eft'],
      movements: [],
    })
  })

  test('keeps what was expected, who counted, the float and the note', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 130.35 }, { at: '2026-03-10T11:00Z', amount: 310, method: 'card' })
    const { cash_upid } = await count({ card: 310, cash: -110.35, snapscan: -5 }, { note: ' R 20 for stamps ', cash_float: 500 })
    const { entries, cash_float, late } = await open()
    expect(entries).toEqual([
      {
        ...{
          cash_upid,
          entry: 1,
          saved_at: expect.any(Date),
          saved_by: 'Thandi Nkosi',
          cash_float: 500,
          note: 'R 20 for stamps',
        },
        lines: [
          { payment_method: 'cash', sales: 1, expected: 130.35, counted: -110.35 },
          { payment_method: 'card', sales: 1, expected: 310, counted: 310 },
          { payment_method: 'snapscan', sales: 0, expected: 0, counted: -5 },
        ],
      },
    ])
    expect({ cash_float, late }).toEqual({ cash_float: 500, late: null })
    expect((await open('2026-03-11')).cash_float, 'the next day starts with the float').toBe(500)
  })

  test('names the sales that arrived later, until a correction keeps them', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    await count({ cash: 100 })
    await sell({ at: '2026-03-10T08:00Z', amount: 300, method: 'card' }, { at: '2026-03-10T09:00Z', amount: 10 })
    const late = { sales: 2, amount: 310 }
    expect((await open()).late).toMatchObject({
      ...late,
      rows: [
        { finalamount: 10, payment_method: 'cash', received_at: expect.any(Date) },
        { finalamount: 300, payment_method: 'card' },
      ],
    })
    const before = (await list()).rows.find(({ day }) => day === DAY)
    expect(before).toMatchObject({ sales: 1, expected: 100, cash_up: { entry: 1, difference: 0, late } })
    expect((await list()).totals.expected).toBe(100)

    await count({ cash: 110, card: 299.5 })
    const { entries, late: lateAfterwards } = await open()
    expect(entries.map(({ entry, lines }) => [entry, lines.map(({ counted }) => counted)])).toEqual([
      [2, [110, 299.5]],
      [1, [100]],
    ])
    expect(lateAfterwards).toBeNull()
    const after = (await list()).rows.filter(({ day }) => day === DAY)
    expect(after).toMatchObject([{ sales: 3, expected: 410, cash_up: { entry: 2, difference: -0.5, late: null } }])
  })

  test('says when sales were removed later', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 }, { at: '2026-03-10T11:00Z', amount: 30 })
    await count({ cash: 130 })
    await server.ownerPool.query('delete from sales where businessid = $1 and finalamount = 30', [thandi.businessid])
    expect((await open()).late).toEqual({ sales: -1, amount: -30, rows: [] })
  })

  test('of two people at once, refuses the second with the entry of the first', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    const seen = await open()
    const answers = await Promise.allSettled([count({ cash: 100 }, { seen }), count({ cash: 90 }, { seen })])
    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'CASHED_UP', status: 409, data: { entries: [{ entry: 1 }] } } }])
    expect((await open()).entries).toHaveLength(1)
  })

  test('is refused with the new amounts when sales arrived while the person counted', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    const seen = await open()
    await sell({ at: '2026-03-10T10:01Z', amount: 30 })
    await expect(count({ cash: 100 }, { seen })).rejects.toMatchObject({
      code: 'SALES_CHANGED',
      data: { expected: [{ payment_method: 'cash', sales: 2, expected: 130 }] },
    })
    expect((await open()).entries).toEqual([])
  })

  test('is stored once when it is sent twice', async () => {
    const request_id = crypto.randomUUID()
    const seen = await open()
    const first = await count({ cash: 1 }, { seen, request_id })
    expect(await count({ cash: 1 }, { seen, request_id })).toEqual(first)
    await expect(count({ cash: 2 }, { seen, request_id })).rejects.toMatchObject({ code: 'ALREADY_USED' })
    expect((await open()).entries).toHaveLength(1)
  })

  test('is refused without an amount for each method with sales, for a day to come and for an unknown site', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 }, { at: '2026-03-10T11:00Z', amount: 30, method: 'card' })
    await expect(count({ cash: 100 })).rejects.toMatchObject({ code: 'INCOMPLETE', status: 422 })
    await expect(count({ cash: 100 }, { day: '2099-01-01' })).rejects.toMatchObject({ code: 'NOT_BEGUN', status: 422 })
    await expect(open(DAY, 999_999)).rejects.toMatchObject({ code: 'NO_SITE', status: 404 })
  })

  test.each([
    [{ lines: [] }, 'lines: Enter what you counted.'],
    [{ lines: [{ payment_method: 'cash', counted: 1.001 }] }, 'lines[0].counted: An amount has at most two decimals.'],
    [{ lines: [{ payment_method: ' ', counted: 1 }] }, 'lines[0].payment_method: Enter the payment method.'],
    [
      { lines: ['cash', 'CASH '].map((payment_method) => ({ payment_method, counted: 1 })) },
      'lines: Enter each payment method once.',
    ],
    [
      { lines: [{ payment_method: 'cash', counted: -0.51 }], cash_float: 0.5 },
      'lines: Enter the cash in the drawer, or 0 if it is empty.',
    ],
    [{ cash_float: -1 }, 'cash_float: Float cannot be negative.'],
    [{ note: 'x'.repeat(1001) }, 'note: Please use at most 1000 characters.'],
  ])('is refused with invalid values: %j', async (wrong, message) => {
    const right = {
      siteid: thandi.siteid,
      day: DAY,
      lines: [{ payment_method: 'cash', counted: 1 }],
      opened: { entry: 0, sales: 0 },
    }
    expect(await thandi.send('POST', '/api/v1/cash-ups', { ...right, ...wrong })).toMatchObject({
      status: 422,
      body: { message },
    })
  })

  test('cannot be changed or deleted by the business', async () => {
    await count({ cash: 1 })
    const asTenant = (statement: string) =>
      server.ownerPool.query(
        `begin; set local role winkel_tenant; select set_config('app.business_id', '${thandi.businessid}', true); ${statement}`,
      )
    for (const statement of ['update cash_ups set day = now()', 'delete from cash_up_lines', 'delete from cash_ups']) {
      await expect(asTenant(statement)).rejects.toThrow('permission denied')
      await server.ownerPool.query('rollback')
    }
  })
})

const list = (month = '2026-03', siteid?: number) => thandi.api.cashUps.list({ month, ...(siteid && { siteid }) })

describe('cash-up day', () => {
  test('ends at the closing hour, and a later change of the hour leaves saved days as they were and counts each sale once', async () => {
    await sell(
      { at: '2026-03-10T00:59Z', amount: 1 },
      { at: '2026-03-10T01:00Z', amount: 20 },
      { at: '2026-03-11T00:59:59Z', amount: 300 },
      { at: '2026-03-11T01:00Z', amount: 4000 },
    )
    const setHour = (closing_hour: number) =>
      server.ownerPool.query('update business set closing_hour = $2 where id = $1', [thandi.businessid, closing_hour])
    await setHour(3)
    expect((await open()).expected).toMatchObject([{ sales: 2, expected: 320 }])
    await count({ cash: 320 })
    await setHour(0)
    const rows = async () =>
      (await list()).rows
        .filter(({ day }) => day <= '2026-03-11')
        .map(({ day, expected, cash_up }) => [day, expected, cash_up?.late])
    expect(await rows()).toEqual([
      ['2026-03-11', 4000, undefined],
      ['2026-03-10', 320, null],
    ])
    expect((await open('2026-03-09')).ends_at).toEqual(new Date('2026-03-10T01:00Z'))
    expect((await open('2026-03-11')).starts_at).toEqual(new Date('2026-03-11T01:00Z'))
    expect(await open()).toMatchObject({
      starts_at: new Date('2026-03-10T01:00Z'),
      ends_at: new Date('2026-03-11T01:00Z'),
      late: null,
    })
  })
})

describe('cash-ups list', () => {
  test('has each day of each site since its first sale, newest first, and counts the missing ones', async () => {
    const rosebank = await addSite('Rosebank')
    await sell(
      { at: '2026-03-29T10:00Z', amount: 10 },
      { at: '2026-03-31T10:00Z', amount: 100 },
      { at: '2026-03-31T10:00Z', amount: 7, siteid: rosebank },
    )
    await count({ cash: 12 }, { day: '2026-03-29', note: 'a tip' })
    const { rows, totals, results } = await list()
    expect(
      rows.map(({ day, siteid, sales, expected, cash_up }) => [day, siteid === rosebank, sales, expected, cash_up?.difference]),
    ).toEqual(
      [
        ['2026-03-31', true, 1, 7, undefined],
        ['2026-03-31', false, 1, 100, undefined],
        ['2026-03-30', false, 0, 0, undefined],
        ['2026-03-29', false, 1, 10, 2],
      ].sort(([a], [b]) => String(b).localeCompare(String(a))),
    )
    expect(totals).toEqual({ expected: 10, counted: 12, difference: 2, days: 1, missing: 2 })
    expect(results).toBe(4)
    expect((await list('2026-03', rosebank)).rows).toMatchObject([{ siteid: rosebank }])
    expect((await list('2026-02')).rows).toEqual([])
  })

  test('asks for no count of a day whose sales are all imported', async () => {
    await sell({ at: '2026-03-30T10:00Z', amount: 5 }, { at: '2026-03-31T10:00Z', amount: 7 })
    const { rows: imports } = await server.ownerPool.query(
      `insert into sales_imports (businessid, user_id, file_name, state) values ($1, $2, 'old.csv', 'imported') returning importid`,
      [thandi.businessid, thandi.user_id],
    )
    const setImport = (from: string) =>
      server.ownerPool.query('update sales set importid = $2 where businessid = $1 and saledate >= $3', [
        thandi.businessid,
        imports[0].importid,
        from,
      ])
    await setImport('2026-03-31')
    const [march31, march30] = (await list()).rows
    expect([march31?.is_imported, march30?.is_imported]).toEqual([true, undefined])
    expect((await list()).totals.missing).toBe(1)
    expect((await thandi.api.cashUps.month({ month: '2026-03' })).sites[0]?.days).toMatchObject([{}, { is_imported: true }])
    await sell({ at: '2026-03-31T11:00Z', amount: 1 })
    expect((await list()).totals.missing, 'a till sold too').toBe(2)
    await count({ cash: 8 }, { day: '2026-03-31' })
    expect((await list()).rows[0]).not.toHaveProperty('is_imported')
  })

  test('has each site with its days in the grid of the month, in the hours of the business', async () => {
    const [day, siteid] = ['2026-03-29', thandi.siteid]
    const rosebank = await addSite('Rosebank')
    const unused = await addSite('Zeerust')
    await server.ownerPool.query('update business set closing_hour = 3 where id = $1', [thandi.businessid])
    await sell(
      { at: '2026-03-29T10:00Z', amount: 10 },
      { at: '2026-03-30T00:30Z', amount: -3 },
      { at: '2026-03-31T10:00Z', amount: 100 },
      { at: '2026-03-31T10:00Z', amount: 7, siteid: rosebank },
    )
    await count({ cash: 5 }, { day })
    await sell({ at: '2026-03-29T12:00Z', amount: 4 })
    const { sites, month } = await thandi.api.cashUps.month({ month: '2026-03' })
    expect(month).toBe('2026-03')
    expect(sites.map((site) => site.sitename)).toEqual(sites.map((site) => site.sitename).sort())
    const daysOf = (siteid: number) => sites.find((site) => site.siteid === siteid)?.days
    expect(daysOf(siteid)).toEqual([
      { day, sales: 2, difference: -2, late: { sales: 1, amount: 4 } },
      { day: '2026-03-30', sales: 0, difference: null, late: null },
      { day: '2026-03-31', sales: 1, difference: null, late: null },
    ])
    expect(daysOf(rosebank)).toEqual([{ day: '2026-03-31', sales: 1, difference: null, late: null }])
    expect(daysOf(unused)).toEqual([])
    expect((await thandi.api.cashUps.month({ month: '2026-03', siteid: rosebank })).sites).toMatchObject([{ siteid: rosebank }])
    const stranger = await createOwner(server)
    expect((await stranger.api.cashUps.month({ siteid })).sites).toEqual([])
  })

  test('has today at a site without sales', async () => {
    const { today } = await list()
    const { rows } = await list(today.slice(0, 7))
    expect(rows).toMatchObject([{ day: today, siteid: thandi.siteid, sales: 0, cash_up: null }])
    expect(await thandi.api.cashUps.month({})).toMatchObject({ today, sites: [{ days: [{ day: today, sales: 0 }] }] })
  })

  test('has the month of the day of the business without another one, also after midnight', async () => {
    // A zone where it is before 11:00 now: the day of yesterday's date goes on until then. POSIX has the sign of GMT-14 reversed.
    const hour = new Date().getUTCHours()
    const east = hour < 10 ? 0 : 24 - hour
    const zone = `Etc/GMT-${east}`
    await server.ownerPool.query('update business set closing_hour = 11, timezone = $2 where id = $1', [thandi.businessid, zone])
    const yesterday = new Date(Date.now() + (east - 24) * 3_600_000).toISOString().slice(0, 10)
    const { rows, today } = await thandi.api.cashUps.list({})
    expect(today).toBe(yesterday)
    expect(rows).toMatchObject([{ day: yesterday }])
    const file = await thandi.fetch('/api/v1/cash-ups.csv')
    expect(file.headers.get('content-disposition')).toContain(`cash-ups_${yesterday.slice(0, 7)}.csv`)
    expect(parse(await file.text(), { bom: true, columns: true })).toMatchObject([{ Day: yesterday }])
  })

  test('is exported with a row a payment method, oldest day first, and with late sales once a day', async () => {
    await sell({ at: '2026-03-30T10:00Z', amount: 100 }, { at: '2026-03-30T10:00Z', amount: 50.5, method: 'card' })
    await sell({ at: '2026-03-31T10:00Z', amount: 8 })
    await count({ cash: 80, card: 50.5 }, { day: '2026-03-30', note: '=1+1' })
    await sell({ at: '2026-03-30T12:00Z', amount: 310 })
    const answer = await thandi.fetch('/api/v1/cash-ups.csv?month=2026-03')
    expect(answer.headers.get('content-disposition')).toContain('cash-ups_2026-03.csv')
    const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
    expect(rows).toMatchObject([
      {
        Day: '2026-03-30',
        Status: 'Cashed up',
        'Payment method': 'cash',
        Expected: '100.00',
        Counted: '80.00',
        Difference: '-20.00',
        Note: "'=1+1",
        'Sales that arrived later': '1',
        'Amount that arrived later': '310.00',
      },
      {
        'Payment method': 'card',
        Difference: '0.00',
        'Counted by': 'Thandi Nkosi',
        'Saved at': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00$/),
        'Sales that arrived later': '',
        'Amount that arrived later': '',
      },
      {
        Day: '2026-03-31',
        Status: 'Not cashed up',
        'Payment method': '',
        Sales: '1',
        Expected: '8.00',
        Counted: '',
        Difference: '',
      },
    ])
  })
})

describe('cash-up of payments', () => {
  const pay = async (reference: string, at: string, values: object) => {
    const till = await addTill(thandi)
    const { body } = await till.push([createSale(reference, { saledate: at, ...values })])
    expect(readStatuses({ body })).toEqual(['created'])
  }

  test('expects each part of a split sale under its method, with the tips, and counts the sale once', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    await pay('split', '2026-03-10T11:00Z', {
      finalamount: 200,
      payments: [
        { method: 'cash', amount: 50, tendered: 100 },
        { method: 'card', amount: 170 },
      ],
      extras: [{ kind: 'tip', amount: 20 }],
    })
    await pay('gift card', '2026-03-10T12:00Z', {
      ...{ finalamount: 0, payment_method: 'cash', extras: [{ kind: 'gift_card', amount: 500, number: 'G-1' }] },
    })
    const day = await open()
    expect(day.expected).toEqual([
      { payment_method: 'cash', sales: 3, expected: 650 },
      { payment_method: 'card', sales: 1, expected: 170, tips: 20 },
    ])
    await count({ cash: 650, card: 170 })
    expect(await open()).toMatchObject({ late: null, entries: [{ lines: [{ expected: 650 }, { expected: 170, tips: 20 }] }] })
    const { rows } = await thandi.api.cashUps.list({ month: '2026-03' })
    expect(rows.find((row) => row.day === DAY)).toMatchObject({ sales: 3, expected: 820, cash_up: { difference: 0, late: null } })

    await pay('late', '2026-03-10T13:00Z', {
      finalamount: 30,
      ...{
        payments: [
          { method: 'cash', amount: 10 },
          { method: 'card', amount: 20 },
        ],
      },
    })
    expect((await open()).late).toMatchObject({ sales: 1, amount: 30, rows: [{ finalamount: 30 }] })
    const { sites } = await thandi.api.cashUps.month({ month: '2026-03' })
    expect(sites[0]?.days.find((cell) => cell.day === DAY)).toMatchObject({ sales: 3, late: { sales: 1, amount: 30 } })
  })

  test('expects what was paid in and out in cash, and a movement that was taken back no more', async () => {
    const till = await addTill(thandi)
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    const movement = {
      reference: 'm-1',
      time: '2026-03-10T12:00:00',
      kind: 'paid_in',
      amount: 300,
      reason: 'Change',
      who: 'Sipho',
    }
    const first = await till.pushMovements([
      movement,
      { ...movement, reference: 'm-2', kind: 'paid_out', amount: 50.5, reason: 'Milk' },
      { reference: 'm-3' },
    ])
    expect(first.status).toBe(200)
    expect(first.body.movements).toEqual([
      { reference: 'm-1', status: 'created', movementid: expect.any(Number) },
      { reference: 'm-2', status: 'created', movementid: expect.any(Number) },
      { reference: 'm-3', status: 'rejected', reason: expect.any(String), field: 'movements[2].time' },
    ])
    const later = { ...movement, reference: 'm-4', time: '2026-03-11T12:00:00' }
    const again = await till.pushMovements([
      { ...movement, time: '2026-03-10T10:00:00Z' },
      { ...movement, amount: 301 },
      ...['2099-01-01T00:00:00Z', '2100-06-01T00:00:00'].map((time) => ({ ...movement, reference: 'm-5', time })),
      later,
      later,
      { ...later, reason: 'Tea' },
    ])
    const reused = { status: 'rejected', reason: 'This reference was used for another movement.' }
    const { server_time } = again.body.movements[2]
    expect(Math.abs(Date.parse(server_time) - Date.now())).toBeLessThan(3_600_000)
    const ahead = {
      ...{ status: 'rejected', reason: expect.stringContaining('Set the clock of the till.') },
      ...{ code: 'CLOCK_AHEAD', server_time },
    }
    expect(again.body.movements).toMatchObject([
      { status: 'duplicate', movementid: first.body.movements[0].movementid },
      { ...reused, field: 'movements[1].reference' },
      { ...ahead, field: 'movements[2].time' },
      { ...ahead, field: 'movements[3].time' },
      { status: 'created' },
      { status: 'duplicate', movementid: again.body.movements[4].movementid },
      { ...reused, field: 'movements[6].reference' },
    ])
    const request_id = crypto.randomUUID()
    const stamps = { siteid: thandi.siteid, day: DAY, kind: 'paid_out' as const, amount: 20, reason: 'Stamps', request_id }
    const { movementid } = await thandi.api.drawerMovements.create(stamps)
    expect(await thandi.api.drawerMovements.create(stamps)).toEqual({ movementid })
    expect((await open()).expected).toEqual([{ payment_method: 'cash', sales: 1, expected: 329.5, paid_in: 300, paid_out: 70.5 }])
    expect((await open()).movements).toMatchObject([
      { amount: 300, reason: 'Change', who: 'Sipho', till: expect.any(String), is_removed: false },
      { amount: -50.5, reason: 'Milk' },
      { amount: -20, reason: 'Stamps', who: 'Thandi Nkosi', till: null, moved_at: new Date('2026-03-10T21:59:59.999Z') },
    ])
    await count({ cash: 329.5 })
    await thandi.api.drawerMovements.remove({ movementid })
    expect(await open()).toMatchObject({ expected: [{ expected: 349.5 }], late: { sales: 0, amount: 20 } })
    await expect(thandi.api.drawerMovements.remove({ movementid: first.body.movements[0].movementid })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('is refused when money was paid out since it was opened', async () => {
    await sell({ at: '2026-03-10T10:00Z', amount: 100 })
    const seen = await open()
    await thandi.api.drawerMovements.create({ siteid: thandi.siteid, day: DAY, kind: 'paid_out', amount: 20, reason: 'Stamps' })
    await expect(
      thandi.api.cashUps.create({
        ...{ siteid: seen.siteid, day: DAY, lines: [{ payment_method: 'cash', counted: 100 }] },
        opened: { entry: 0, sales: 1, expected: 100 },
      }),
    ).rejects.toMatchObject({ code: 'SALES_CHANGED', data: { expected: [{ expected: 80 }] } })
  })

  test('is of a day with movements and no sales too', async () => {
    await thandi.api.drawerMovements.create({ siteid: thandi.siteid, day: DAY, kind: 'paid_in', amount: 500, reason: 'Float' })
    expect((await open()).expected).toEqual([{ payment_method: 'cash', sales: 0, expected: 500, paid_in: 500 }])
    await count({ cash: 500 })
    expect((await open()).late).toBeNull()
    const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await expect(
      thandi.api.drawerMovements.create({ siteid: thandi.siteid, day: tomorrow, kind: 'paid_in', amount: 5, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_BEGUN' })
  })
})
