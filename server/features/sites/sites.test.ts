import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

/** What a dialog sends that was opened before the first edit of the site. */
const opened = { version: 1 }

describe('sites list', () => {
  let thandi: Owner
  const names = async (search: Parameters<Owner['api']['sites']['list']>[0]) =>
    (await thandi.api.sites.list(search)).rows.map(({ sitename }) => sitename)

  beforeAll(async () => {
    thandi = await createOwner(server)
    await thandi.api.sites.update({ siteid: thandi.siteid, sitename: 'alpha', location: '9 Main Road', opened })
    for (const sitename of ['Zeta', 'École', 'echo', 'beta', 'Beta 100%', 'Beta_1'])
      await thandi.api.sites.create({ sitename, location: `${sitename.length} Long Street` })
    await server.ownerPool.query(
      `insert into employee (businessid, siteid, firstname, lastname) select businessid, siteid, 'Sipho', 'Dube' from site, generate_series(1, 3) where businessid = $1 and sitename = 'Zeta'`,
      [thandi.businessid],
    )
  })

  test('is sorted by name, ignoring case and accents (7.3.18)', async () => {
    expect(await names({})).toEqual(
      ['alpha', 'beta', 'Beta 100%', 'Beta_1', 'echo', 'École', 'Zeta'].sort(
        new Intl.Collator('und', { ignorePunctuation: false }).compare,
      ),
    )
    expect(await names({ dir: 'desc' })).toEqual((await names({})).reverse())
  })

  test('is sorted by location and by the number of employees (2.8.4, 3.10, 7.3.19)', async () => {
    const { rows } = await thandi.api.sites.list({ sort: 'employees', dir: 'desc' })
    expect(rows.slice(0, 2)).toMatchObject([
      { sitename: 'Zeta', employees: 3 },
      { sitename: 'alpha', employees: 1 },
    ])
    expect(new Set(rows.slice(2).map(({ employees }) => employees))).toEqual(new Set([0]))
    const locations = (await thandi.api.sites.list({ sort: 'location' })).rows.map(({ location }) => location)
    expect(locations).toEqual([...locations].sort(new Intl.Collator('und').compare))
  })

  test.each([
    ['BETA', ['beta', 'Beta 100%', 'Beta_1']],
    ['main road', ['alpha']],
    [' alpha ', ['alpha']],
    ['%', ['Beta 100%']],
    ['_', ['Beta_1']],
    ['\\', []],
    ["'; drop table site", []],
  ])('finds the text %j in names and locations (2.8.2)', async (q, found) => {
    expect((await names({ q })).sort()).toEqual([...found].sort())
  })
})

test('sites list: has two pages of eleven sites, returns the last page for one past the end, and keeps the order of equal names (9.18)', async () => {
  const thandi = await createOwner(server)
  for (let n = 0; n < 10; n++) await thandi.api.sites.create({ sitename: 'Sandton', location: 'Here' })
  const first = await thandi.api.sites.list({})
  const second = await thandi.api.sites.list({ page: 2 })
  expect(first).toMatchObject({ page: 1, pages: 2, results: 11 })
  expect(first.rows).toHaveLength(10)
  expect(new Set([...first.rows, ...second.rows].map(({ siteid }) => siteid)).size).toBe(11)
  expect(await thandi.api.sites.list({ page: 99 })).toEqual(second)
  expect(await thandi.api.sites.list({ q: 'nowhere', page: 3 })).toEqual({ rows: [], page: 1, pages: 1, results: 0 })
  const options = await thandi.api.sites.options()
  expect(options).toEqual([...first.rows, ...second.rows].map(({ siteid, sitename }) => ({ siteid, sitename })))
})

describe('sites activity', () => {
  const ask = (text: string, values: unknown[]) => server.ownerPool.query(text, values)
  const find = async ({ api, siteid }: Owner) => (await api.sites.activity()).find((site) => site.siteid === siteid)

  test('has the sales of the day of the business and the last sale, each at its site', async () => {
    const thandi = await createOwner(server)
    // Noon there: yesterday and today lie on both sides of its midnight, wherever that is in UTC.
    const shift = 12 - new Date().getUTCHours()
    const zone = `Etc/GMT${shift > 0 ? '-' : '+'}${Math.abs(shift)}`
    await ask('update business set timezone = $2 where id = $1', [thandi.businessid, zone])
    const { siteid: other } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const nothing = {
      ...{ revenue: 0, orders: 0, last_sale: null },
      ...{ tills: 0, silent_tills: 0, till_employees: 0, till_state: 'none', last_used_at: null },
    }
    expect(await find(thandi)).toEqual({ ...nothing, siteid: thandi.siteid })
    const sell = (hours: number, finalamount: number) =>
      ask(
        `insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, now() + make_interval(hours => $4), $5)`,
        [thandi.businessid, thandi.siteid, thandi.employeeid, hours, finalamount],
      )
    await sell(-13, 1000)
    expect(await find(thandi)).toMatchObject({ revenue: 0, orders: 0, last_sale: expect.any(Date) })
    for (const amount of [50.5, -20]) await sell(-1, amount)
    const activity = await thandi.api.sites.activity()
    expect(activity.find((site) => site.siteid === thandi.siteid)).toMatchObject({ revenue: 30.5, orders: 2 })
    expect(activity.find((site) => site.siteid === other)).toEqual({ ...nothing, siteid: other })
    expect((await (await createOwner(server)).api.sites.activity()).some((site) => site.orders > 0)).toBe(false)
  })

  test('counts the employees of a site that stand for a till, wherever they were moved, beside the number of all (2.8.3)', async () => {
    const thandi = await createOwner(server)
    const { siteid: other } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const till = await createTill(server, thandi)
    expect(await find(thandi), 'a till that has sold nothing').toMatchObject({ till_employees: 0 })
    await till.push([{ reference: 'A1', saledate: new Date().toISOString(), finalamount: 5 }])
    const count = async (siteid: number) => {
      const row = (await thandi.api.sites.list({})).rows.find((site) => site.siteid === siteid)
      const activity = (await thandi.api.sites.activity()).find((site) => site.siteid === siteid)
      return [row?.employees, activity?.till_employees]
    }
    expect([await count(thandi.siteid), await count(other)]).toEqual([
      [2, 1],
      [0, 0],
    ])
    await ask(`update employee set siteid = $2 where businessid = $1 and firstname = 'Till'`, [thandi.businessid, other])
    expect([await count(thandi.siteid), await count(other)]).toEqual([
      [1, 0],
      [1, 1],
    ])
    expect((await find(await createOwner(server)))?.till_employees, 'another business').toBe(0)
  })

  test('has the state of the tills, by the same rule as the silent tills of the dashboard', async () => {
    const thandi = await createOwner(server)
    const first = await createTill(server, thandi)
    const use = ({ till }: typeof first, used_days: number, ago: string) =>
      ask('update till_keys set used_days = $2, last_used_at = now() - $3::interval where tillid = $1', [
        till.tillid,
        used_days,
        ago,
      ])
    expect(await find(thandi)).toMatchObject({ tills: 1, till_state: 'unused', last_used_at: null })
    await use(first, 0b0000011, '23 hours')
    expect(await find(thandi)).toMatchObject({ till_state: 'online', last_used_at: expect.any(Date) })
    await use(first, 0b0001111, '25 hours')
    expect(await find(thandi), 'not used on most days').toMatchObject({ till_state: 'idle' })
    await use(first, 0b0011111, '25 hours')
    expect(await find(thandi)).toMatchObject({ tills: 1, silent_tills: 1, till_state: 'silent' })
    const second = await createTill(server, thandi)
    await second.push([])
    expect(await find(thandi), 'one of two').toMatchObject({ tills: 2, silent_tills: 1, till_state: 'silent' })
    expect(Number((await find(thandi))?.last_used_at)).toBeLessThan(Date.now() - 24 * 3_600_000)
    expect(await thandi.api.dashboard.silentTills()).toMatchObject([{ tillid: first.till.tillid }])
    await thandi.api.tills.revoke({ tillid: first.till.tillid })
    expect(await find(thandi)).toMatchObject({ tills: 1, silent_tills: 0, till_state: 'online' })
  })
})

describe('site', () => {
  let thandi: Owner
  beforeAll(async () => {
    thandi = await createOwner(server)
  })
  test('is saved with trimmed values (5.5.2, 7.3.20, 7.3.21)', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: '  Rosebank ', location: ' Oxford Road ' })
    expect((await thandi.api.sites.list({ q: 'rosebank' })).rows).toEqual([
      { siteid, sitename: 'Rosebank', location: 'Oxford Road', employees: 0, version: 1 },
    ])
    await thandi.api.sites.update({ siteid, sitename: 'Soweto', location: 'Vilakazi Street', opened })
    expect((await thandi.api.sites.list({ q: 'soweto' })).results).toBe(1)
  })

  test.each([
    [{ sitename: ' ', location: 'Here' }, 'Site name is required.'],
    [{ sitename: 'Rosebank', location: '\t' }, 'Location is required.'],
    [{ sitename: 'Rosebank' }, 'Location is required.'],
    [{ sitename: 'x'.repeat(201), location: 'Here' }, 'Please use at most 200 characters.'],
  ])('is refused with invalid values: %j (5.5.3)', async (body, message) => {
    for (const [method, path, sent] of [
      ['POST', '/api/v1/sites', body],
      ['PUT', `/api/v1/sites/${thandi.siteid}`, { ...body, opened }],
    ] as const) {
      expect(await thandi.send(method, path, sent)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining(message) },
      })
    }
    expect((await thandi.api.sites.list({ q: 'here' })).results).toBe(0)
  })

  test('without related records can be deleted, once', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    await thandi.api.sites.remove({ siteid })
    await expect(thandi.api.sites.remove({ siteid })).rejects.toMatchObject({ status: 404 })
    await expect(thandi.api.sites.update({ siteid, sitename: 'x', location: 'x', opened })).rejects.toMatchObject({ status: 404 })
  })

  test('is not overwritten after a change by someone else; the version conflict has the current row', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const sent = { siteid, sitename: 'Rosebank', location: 'Oxford Road', opened }
    const [first, second] = await Promise.allSettled([
      thandi.api.sites.update(sent),
      thandi.api.sites.update({ ...sent, sitename: 'Rosebank Mall' }),
    ])
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
    const now = (await thandi.api.sites.list({ q: 'rosebank' })).rows.find((row) => row.siteid === siteid)
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        status: 409,
        code: 'VERSION_CONFLICT',
        message: 'Someone else changed this site.',
        data: now,
      },
    })
    await thandi.api.sites.update({ ...sent, opened: { version: 2 } })
    const path = `/api/v1/sites/${siteid}`
    expect(await thandi.send('PUT', path, { sitename: 'x', location: 'x' })).toMatchObject({ status: 422 })
    expect(await thandi.send('PUT', path, { sitename: 'x', location: 'x', opened })).toMatchObject({
      status: 409,
      body: { data: { sitename: 'Rosebank', version: 3 } },
    })
  })

  test('is created once when it is sent again or twice at once', async () => {
    const sent = { sitename: 'Zeerust', location: '1 Church Street', request_id: randomUUID() }
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => thandi.api.sites.create(sent)))
    expect(others).toEqual([first, first])
    expect(await thandi.api.sites.create({ ...sent, sitename: ' Zeerust ' })).toEqual(first)
    expect((await thandi.api.sites.list({ q: 'zeerust' })).results).toBe(1)
    await expect(thandi.api.sites.create({ ...sent, sitename: 'Zeerust Mall' })).rejects.toMatchObject({
      status: 409,
      code: 'ALREADY_USED',
      message: 'A site was already added with this form. Close it and check the list.',
    })
    const { request_id: _, ...unmarked } = sent
    expect(await thandi.api.sites.create(unmarked)).not.toEqual(first)
  })

  test('is deleted with its till keys', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const { push } = await createTill(server, { api: thandi.api, siteid })
    await thandi.api.sites.remove({ siteid })
    expect((await push([{ reference: 'receipt 0', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])).status).toBe(401)
  })

  test.each(['an employee', 'a product', 'a sale'])('with %s cannot be deleted, and the answer has the reason', async (what) => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    if (what === 'an employee')
      await server.ownerPool.query(
        `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Sipho', 'Dube')`,
        [thandi.businessid, siteid],
      )
    if (what === 'a product')
      await server.ownerPool.query(`insert into product (businessid, siteid, productname) values ($1, $2, 'Bread')`, [
        thandi.businessid,
        siteid,
      ])
    if (what === 'a sale') {
      const { push } = await createTill(server, { api: thandi.api, siteid })
      await push([{ reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])
    }
    await expect(thandi.api.sites.remove({ siteid })).rejects.toMatchObject({
      status: 409,
      code: 'IN_USE',
      message: 'Cannot delete this site because it has related records.',
    })
    expect((await thandi.api.sites.list({})).rows).toContainEqual(expect.objectContaining({ siteid }))
  })
})
