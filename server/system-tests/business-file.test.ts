import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { findMismatches } from '../../db/testing/find-mismatches.ts'
import { inviteUser } from '../auth/invitations.ts'
import { createMailer } from '../auth/mail.ts'
import type { ImportedUser } from '../business-file/import-business.ts'
import { LEFT_OUT, LEFT_OUT_COLUMNS } from '../business-file/left-out.ts'
import { PARTS } from '../business-file/parts.ts'
import { listNotices } from '../features/notices/choices.ts'
import { findPlace } from '../features/notices/queries.ts'
import { changeArchive, cutFile, downloadBusinessFile, importBusinessFile, readEntries } from '../testing/business-file.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../testing/clients.ts'
import { renderColumnsPage } from '../testing/describe-parts.ts'
import { readMails } from '../testing/mails.ts'
import { PLAIN_PRODUCT } from '../testing/products.ts'
import { testServer } from '../testing/server.ts'
import { createSale } from '../testing/till-shop.ts'

const source = await testServer()
const target = await testServer()
const folder = await mkdtemp(join(tmpdir(), 'winkel-business-file-'))
const path = join(folder, 'business.zip')
afterAll(async () => {
  await Promise.all([source.close(), target.close(), rm(folder, { recursive: true })])
})

let owner: Owner
let till: Awaited<ReturnType<typeof createTill>>
const LERATO = newCredentials(source)
let lerato: string
const SOLD_AGAIN = createSale('till-1', { finalamount: 37.98, payment_method: 'Cash' })

/** Two products, sales of a till, of unknown products too, a refund, a VAT rate of later, an import, a bulk change, a ticket, an employee, a manager with notices, and a picture. */
beforeAll(async () => {
  owner = await createOwner(source, { businessname: 'Nkosi & Söhne' })
  till = await createTill(source, owner)
  const add = async (productname: string, barcode: string) => {
    const { productid } = await owner.api.products.create({
      ...{ siteid: owner.siteid, productname, barcode, category: 'Food', supplier: '', description: 'One\nTwo "three"' },
      ...{ price: 18.99, purchaseprice: 12.5, stock: 100.125, request_id: randomUUID() },
    })
    return productid
  }
  const bread = await add('=Bread; "brown"', '6001')
  await add("'Milk", '6002')
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  await owner.fetch(`/api/v1/products/${bread}/picture`, {
    method: 'PUT',
    body: new Uint8Array(picture),
    headers: { 'content-type': 'image/jpeg' },
  })
  await owner.api.employees.create({
    ...{ firstname: 'Sipho', lastname: 'Dube', position: 'Employee', hiredate: '2026-01-31', siteid: owner.siteid },
    ...{ isenabled: false, disablereason: 'Left', email: 'sipho@winkel.example', password: 'correct horse battery' },
    request_id: randomUUID(),
  })
  await till.push([
    { ...SOLD_AGAIN, items: [{ barcode: '6001', quantity: 2, price: 18.99 }] },
    createSale('till-2', { finalamount: -18.99, items: [{ barcode: '6001', quantity: -1, price: 18.99 }] }),
    // What nobody has added, without a known cost, and one that a person said the product of.
    createSale('till-5', {
      items: [
        { barcode: '7001', productname: 'Rusks', quantity: 1, price: 45.5, vat_rate: 0 },
        { barcode: '7002', productname: 'Brown bread', quantity: 1, price: 19 },
      ],
    }),
    createSale('till-3', { finalamount: 5, saledate: '2025-02-03T23:30:00+02:00', payment_method: '' }),
  ])
  await owner.api.products.unknown.link({
    siteid: owner.siteid,
    barcode: '7002',
    productname: 'Brown bread',
    productid: bread,
  })
  await owner.api.suppliers.create({
    name: 'Overberg Bakery',
    email: 'orders@overberg.example',
    lead_time_days: 3,
    minimum_order: 1000,
  })
  await owner.api.vatRates.save({ percent: 15.5, first_day: '2027-04-01' })
  await source.ownerPool.query(`insert into import_names (businessid, name, siteid) values ($1, 'Corner shop', $2)`, [
    owner.businessid,
    owner.siteid,
  ])
  await source.ownerPool.query(
    `with ticket as (insert into support_tickets (businessid, subject, status) values ($1, 'The till is slow', 'closed') returning ticketid)
     insert into ticket_messages (businessid, ticketid, user_id, message) select $1, ticketid, $2, 'Since Monday.' from ticket`,
    [owner.businessid, owner.user_id],
  )
  await source.ownerPool.query(
    `insert into column_matchings (businessid, noun, shape, fields) values ($1, 'products', sha256('x'), '{"item": "productname"}')`,
    [owner.businessid],
  )
  await source.ownerPool.query('update business set closing_hour = 3, difference_limit = 12.5 where id = $1', [owner.businessid])
  const rosebank = await owner.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const { documentid } = await owner.api.stock.create({
    ...{ kind: 'transfer', siteid: owner.siteid, to_siteid: rosebank.siteid, finish: true },
    lines: [{ productid: bread, quantity: 3 }],
  })
  await owner.api.stock.receive({
    ...{ documentid, siteid: rosebank.siteid, opened: { version: 2 } },
    lines: [{ productid: bread, quantity: 1, missing: 1, reason: 'Stolen' }],
  })
  const count = await owner.api.stock.counts.begin({ siteid: rosebank.siteid, scope: { of: 'all' } })
  const { rows } = await owner.api.products.list({ siteid: rosebank.siteid })
  await owner.api.stock.counts.enter({
    ...count,
    entries: rows.map(({ productid }) => ({ productid, quantity: 4, request_id: crypto.randomUUID() })),
  })
  await owner.api.stock.saveSettings({
    stock_reasons: ['Stolen'],
    purchase_price_rule: 'last',
    scale_patterns: ['20PPPPPWWWWWC'],
  })
  await owner.api.account.receipts.save({ vat_number: '4123456789', receipt_lines: ['Thank you'], discount_limit: 7.5 })
  const hired = await owner.api.employees.create({
    ...{ firstname: 'Lerato', lastname: 'Mokoena', position: 'Employee', hiredate: null, siteid: owner.siteid },
    ...{ isenabled: true, disablereason: '', ...LERATO, request_id: randomUUID() },
  })
  lerato = String(hired.user_id)
  const manager = { name: 'manager' as const, siteids: [owner.siteid], sees_costs: false }
  await owner.api.employees.setRight({ employeeid: hired.employeeid, right: manager })
  await source.ownerPool.query(
    `insert into notices (businessid, user_id, kind, is_on, hour, weekday, sites, sent_for, known)
     values ($1, $2, 'low_stock', true, 7, 1, $3, '2030-01-01', '{7}'), ($1, $4, 'daily', true, 0, 1, '{}', null, null)`,
    [owner.businessid, lerato, [owner.siteid], owner.user_id],
  )
  const { sage } = await owner.api.accounting.settings()
  await owner.api.accounting.saveSettings({ program: 'sage', accounts: { ...sage, vat_account: '2201' } })
  await owner.api.accounting.lock({ month: '2026-01', is_locked: true })
  await owner.api.reports.saved.create({ name: 'Margin by category', search: 'by=category' })
  const { changeid } = await owner.api.products.changes.preview({ search: {}, change: { kind: 'set_price', price: 20 } })
  await Array.fromAsync(await owner.api.products.changes.apply({ changeid: String(changeid) }))
  await downloadBusinessFile(owner, path)
})

/** Signs in with a password that the owner chooses by the link of the invitation. */
async function acceptInvitation(invited: ImportedUser[], { email }: Pick<ImportedUser, 'email'>) {
  const user = invited.find((user) => user.email === email)
  if (!user) throw new Error('nobody is invited')
  const client = await target.ownerPool.connect()
  const sendMail = createMailer(target.config, pino({ level: 'silent' }))
  await inviteUser({ client, sendMail, publicUrl: target.url }, user, 'Nkosi & Söhne').finally(() => client.release())
  const [mail] = await readMails(target, user.email)
  const credentials = { email: user.email, password: newCredentials(target).password }
  const token = /token=([\w-]+)/.exec(mail ?? '')?.[1] ?? ''
  const browser = createClient(target)
  await browser.api.session.resetPassword({ token, password: credentials.password })
  await browser.api.session.signIn(credentials)
  return { ...browser, siteid: owner.siteid }
}

type Client = Pick<Owner, 'api' | 'fetch'>

/** What the screens show, without the numbers that count edits and the time of the call. */
async function readScreens({ api, fetch }: Client) {
  const range = { from: '2025-01-01', to: '2026-12-31' }
  const csv = async (name: string, search = {}) => {
    const response = await fetch(`/api/v1/${name}.csv?${new URLSearchParams(search)}`)
    expect(response.status).toBe(200)
    return response.text()
  }
  const screens = {
    dashboard: await api.dashboard.figures(range),
    sales: await api.sales.list(range),
    products: await api.products.list({}),
    employees: await api.employees.list({}),
    sites: await api.sites.list({}),
    suppliers: await api.suppliers.list({}),
    unknown: await api.products.unknown.list({}),
    vatRates: await api.vatRates.list(),
    business: (await api.account.get()).business,
    stock: await Promise.all((await api.stock.list({})).rows.map(({ documentid }) => api.stock.get({ documentid }))),
    stockSettings: await api.stock.settings(),
    accounting: await api.accounting.settings(),
    months: (await api.accounting.preview({ program: 'sage', from: '2026-01-31', to: '2026-02-01' })).months,
    // One after the other: a person runs one export at a time.
    files: [await csv('sales', range), await csv('products'), await csv('employees')],
    picture: (await api.products.list({})).rows.map(({ picture }) => picture),
  }
  return JSON.parse(JSON.stringify(screens, (key, value) => (key === 'version' || key === 'as_at' ? undefined : value)))
}

describe('file of a business', () => {
  test('has no secret, and rows that a spreadsheet reads', async () => {
    const entries = await readEntries(path)
    const all = Buffer.concat([...entries.values()]).toString('latin1')
    for (const secret of source.secrets) expect(all.includes(secret)).toBe(false)
    const hashes = await source.ownerPool.query(
      `select password as text from auth.account union all select encode(key_hash, 'hex') from till_keys union all select token from auth.session`,
    )
    for (const { text } of hashes.rows) expect(all.includes(text)).toBe(false)
    const products = entries.get('products.csv')?.toString('utf8')
    expect(products).toMatch(/^\uFEFFproductid,siteid,sitename,productname,/)
    expect(products).toContain(`"'=Bread; ""brown"""`)
    expect(entries.get('sales.csv')?.toString('utf8')).toContain('2025-02-03T23:30:00.000000+02:00')
    expect(entries.get('README.txt')?.toString('utf8')).toContain('The data of Nkosi & Söhne')
  })

  test('names every table of a business, as a part or as left out', async () => {
    const { rows } = await source.ownerPool.query(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'businessid' union select 'business' order by 1`,
    )
    const named = [...PARTS.map(({ table }) => table).filter((table) => !table.endsWith(')')), ...Object.keys(LEFT_OUT)]
    expect(rows.map(({ name }) => name)).toEqual(named.sort())
  })

  test('has every column of its tables, or a reason why not', async () => {
    const { rows } = await source.ownerPool.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1)`,
      [['business', ...PARTS.map(({ table }) => table)]],
    )
    const leftOut = rows.filter(({ column }) => column in LEFT_OUT_COLUMNS)
    expect([...new Set(leftOut.map(({ column }) => column))].sort()).toEqual(Object.keys(LEFT_OUT_COLUMNS))
    const stored = rows.filter((row) => !leftOut.includes(row)).map(({ table, column }) => `${table}.${column}`)
    const business = JSON.parse(String((await readEntries(path)).get('business.json')))
    const written = [
      ...Object.keys(business).map((name) => `business.${name}`),
      ...PARTS.flatMap(({ table, columns }) => columns.filter(({ shown }) => !shown).map(({ name }) => `${table}.${name}`)),
    ].filter((name) => !name.includes('()'))
    expect(stored.sort()).toEqual(written.sort())
  })

  test('has the columns of docs/business-file-columns.md (else run vitest with --update)', async () => {
    await expect(renderColumnsPage()).toMatchFileSnapshot('../../docs/business-file-columns.md')
  })

  test.each([
    ['is cut', (copy: string) => cutFile(path, copy, 4_000), /no complete ZIP archive/],
    [
      'has a changed row',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          entries.set('sales.csv', Buffer.from(String(entries.get('sales.csv')).replace('37.98', '97.98'))),
        ),
      /sales\.csv was changed/,
    ],
    [
      'lacks a part',
      (copy: string) => changeArchive(path, copy, (entries) => entries.delete('sale-lines.csv')),
      /sale-lines\.csv is missing/,
    ],
    [
      'has a file that nobody listed',
      (copy: string) => changeArchive(path, copy, (entries) => entries.set('pictures/evil.html', Buffer.from('x'))),
      /pictures\/evil\.html is not listed/,
    ],
    [
      'is another archive',
      (copy: string) =>
        changeArchive(path, copy, (entries) => {
          entries.clear()
          entries.set('holiday.txt', Buffer.from('x'))
        }),
      /has no manifest\.json/,
    ],
    [
      'is of a newer version',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          entries.set('manifest.json', Buffer.from(String(entries.get('manifest.json')).replace('"version": 1', '"version": 2'))),
        ),
      /newer Winkel/,
    ],
    [
      'has a row that no column takes, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'products.csv', (text) => text.replace(/^(\d+,\d+)/m, 'one,two')),
        ),
      /products\.csv, line 3: productid cannot be read/,
    ],
    [
      'has a row that contradicts another, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'sale-lines.csv', (text) => text.replace(/\+02:00,\d+,/, '+02:00,999999,')),
        ),
      /sale-lines\.csv does not agree with the database/,
    ],
    [
      'has no VAT rate from the first day on, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'vat-rates.csv', (text) => text.replace('standard,1989-12-31', 'standard,2020-01-01')),
        ),
      /vat-rates\.csv has no rate from 1989-12-31 on with the code standard/,
    ],
    [
      'has a sale with other sums than its lines, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) => replacePart(entries, 'sales.csv', (text) => text.replace(/,2\.000,/, ',3.000,'))),
      /sales\.csv does not agree with sale-lines\.csv: sale \d+ has other sums than its lines/,
    ],
    [
      'has an id far ahead of the installation, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'saved-reports.csv', (text) => text.replace(/^\d+/m, '999999999999999')),
        ),
      /saved-reports\.csv has the reportid 999999999999999, far ahead of this installation, which is at \d+\. Nothing was imported\./,
    ],
    [
      'has a right for a person of another business, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'rights.csv', (text) => text.replace(lerato, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')),
        ),
      /rights\.csv does not agree with the database: .*rights__business_user/,
    ],
    [
      'has a right for an owner, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'rights.csv', (text) => text.replace(lerato, String(owner.user_id))),
        ),
      /rights\.csv has a right for [-0-9a-f]{36}, who is owner in users\.csv\. Nothing was imported\./,
    ],
    [
      'has a stock keeper who sees no costs, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'rights.csv', (text) => text.replace('manager,false', 'stock,false')),
        ),
      /rights\.csv does not agree with the database: .*rights__sees_costs/,
    ],
    [
      'has a right that there is not, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'rights.csv', (text) => text.replace('manager,false', 'owner,true')),
        ),
      /rights\.csv does not agree with the database: .*rights__name/,
    ],
    [
      'has a right at a site that it does not have, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'right-sites.csv', (text) => text.replace(`${lerato},${owner.siteid}`, `${lerato},999999`)),
        ),
      /right-sites\.csv does not agree with the database: .*right_sites__site/,
    ],
    [
      'has a notice of a person of another business, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'notices.jsonl', (text) => text.replace(lerato, 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa')),
        ),
      /notices\.jsonl does not agree with the database: .*notices__business_user/,
    ],
    [
      'has sites of a notice that are no list, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'notices.jsonl', (text) => text.replace(/"sites":\[\d+\]/, '"sites":{"a":1}')),
        ),
      /notices\.jsonl does not agree with the database/,
    ],
    [
      'has a line without end, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) =>
          replacePart(entries, 'product-changes.jsonl', () => `["${'x'.repeat(2 ** 26)}"]\n`),
        ),
      /product-changes\.jsonl, line 1: the line is longer than 64 MB\./,
    ],
    [
      'has a line of too many values, with a right checksum',
      (copy: string) =>
        changeArchive(path, copy, (entries) => replacePart(entries, 'product-changes.jsonl', () => '[],'.repeat(1_100_000))),
      /product-changes\.jsonl, line 1: the line has more than two million values\./,
    ],
    ...['README.txt', 'manifest.json'].map((file): [string, (copy: string) => Promise<void>, RegExp] => [
      `has a changed byte in ${file}`,
      async (copy) => {
        await changeArchive(path, copy, () => undefined, { compress: false })
        const bytes = await readFile(copy)
        const content = (await readEntries(copy)).get(file) ?? Buffer.alloc(0)
        const place = bytes.indexOf(content) + content.indexOf('Nkosi')
        bytes.write('M', place)
        await writeFile(copy, bytes)
      },
      new RegExp(`${file} was changed`),
    ]),
  ])('is refused when it %s, and nothing is imported', async (_what, change, message) => {
    const copy = join(folder, `${randomUUID()}.zip`)
    await change(copy)
    await expect(importBusinessFile(target, copy)).rejects.toThrow(message)
    const { rows } = await target.ownerPool.query('select from business')
    expect(rows).toHaveLength(0)
  })

  test('is imported into another database: the screens and exports are the same, and life goes on', async () => {
    const result = await importBusinessFile(target, path)
    expect(result).toMatchObject({ businessid: owner.businessid, name: 'Nkosi & Söhne', withoutLogin: [], tills: 1 })
    expect(result.toInvite.map(({ email }) => email).sort()).toEqual([owner.credentials.email, LERATO.email].sort())
    // None for the rows of the file.
    expect((await target.ownerPool.query('select from changes where businessid = $1', [owner.businessid])).rowCount).toBe(0)
    const client = await acceptInvitation(result.toInvite, owner.credentials)
    expect(await readScreens(client)).toEqual(await readScreens(owner))
    expect(await findMismatches(target.ownerPool, owner.businessid)).toEqual({})
    const [withPicture] = (await client.api.products.list({ q: 'bread' })).rows
    const picture = (from: Client) =>
      from.fetch(`/api/v1/products/${withPicture?.productid}/picture`).then((r) => r.arrayBuffer())
    expect(Buffer.from(await picture(client)).equals(Buffer.from(await picture(owner)))).toBe(true)

    // The same sale again, a new one, and a new product.
    const newTill = await createTill(target, client)
    const items = [{ barcode: '6001', quantity: 2, price: 18.99 }]
    const { body } = await newTill.push([{ ...SOLD_AGAIN, items }, createSale('till-4', { items })])
    expect(body.sales.map(({ status }: { status: string }) => status)).toEqual(['duplicate', 'created'])
    await newTill.push([
      createSale('till-6', { items: [{ barcode: '7002', productname: 'Brown bread', quantity: 3, price: 19 }] }),
    ])
    const { rows: linked } = await target.ownerPool.query(
      `select p.productname, i.quantity::float from sales join saleitems i using (businessid, saleid) join product p using (businessid, productid)
        where reference = 'till-6'`,
    )
    expect(linked).toEqual([{ productname: '=Bread; "brown"', quantity: 3 }])
    await client.api.products.create({
      ...{ siteid: owner.siteid, productname: 'Salt', barcode: '', category: '', supplier: '', description: '' },
      ...{ price: 1, purchaseprice: 1, stock: 1 },
    })
    const second = join(folder, 'second.zip')
    await downloadBusinessFile(client, second)
    expect((await readEntries(second)).get('employees.csv')).toEqual((await readEntries(path)).get('employees.csv'))
  })

  test('has the rights of people and the notices that they chose, and sends none for a day that may be done', async () => {
    const elsewhere = await testServer()
    const find = async (what: string) => (await elsewhere.ownerPool.query({ text: what, rowMode: 'array' })).rows
    const claim = async (at: string): Promise<unknown[][]> => {
      const claimed = await find(`select kind from claim_notice('${at}', false)`)
      return claimed.length > 0 ? [...claimed, ...(await claim(at))] : []
    }
    try {
      const { toInvite } = await importBusinessFile(elsewhere, path)
      expect(toInvite.map(({ email }) => email)).toContain(LERATO.email)
      expect(await find('select user_id::text, name, sees_costs, given_by::text from rights')).toEqual([
        [lerato, 'manager', false, owner.user_id],
      ])
      expect(await find('select user_id::text, siteid::text from right_sites')).toEqual([[lerato, String(owner.siteid)]])
      expect(
        await find(
          `select kind, sites::text, known::text, greatest(sent_for, (now() at time zone 'Africa/Johannesburg')::date) = sent_for, token_hash
             from notices order by 1`,
        ),
      ).toEqual([
        ['daily', '{}', null, true, null],
        ['low_stock', `{${owner.siteid}}`, '{7}', true, null],
      ])
      // Nobody has chosen a password: an address that nobody has proven gets nothing.
      expect(await claim('2031-01-01T12:00Z')).toEqual([])
      await find(`insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
                  select id, 'credential', id, 'x', now() from auth."user" returning 1`)
      expect(await claim('2029-12-31T12:00Z')).toEqual([['daily']])
      expect((await claim('2031-01-01T12:00Z')).flat().sort()).toEqual(['daily', 'low_stock'])
    } finally {
      await elsewhere.close()
    }
  })

  test('has no right and no notice of an employee whose login is not imported', async () => {
    const elsewhere = await testServer()
    try {
      await createOwner(elsewhere, { credentials: LERATO })
      const { toInvite, withoutLogin } = await importBusinessFile(elsewhere, path)
      expect(withoutLogin.map(({ email }) => email)).toEqual([LERATO.email])
      expect(toInvite.map(({ email }) => email)).toEqual([owner.credentials.email])
      for (const table of ['rights', 'right_sites'])
        expect((await elsewhere.ownerPool.query(`select from ${table}`)).rowCount).toBe(0)
      expect((await elsewhere.ownerPool.query('select kind from notices')).rows).toEqual([{ kind: 'daily' }])
    } finally {
      await elsewhere.close()
    }
  })

  test('with a notice of a site that is not in it names no site of another business', async () => {
    const copy = join(folder, 'foreign-site.zip')
    const elsewhere = await testServer()
    try {
      const { businessid } = await createOwner(elsewhere, { businessname: 'Anna' })
      await elsewhere.ownerPool.query(
        `insert into site (businessid, siteid, sitename, location) overriding system value values ($1, 5000, 'Elsewhere', 'x')`,
        [businessid],
      )
      await changeArchive(path, copy, (entries) =>
        replacePart(entries, 'notices.jsonl', (text) => text.replace(/"sites":\[\d+\]/, '"sites":[5000]')),
      )
      await importBusinessFile(elsewhere, copy)
      const scopes = createTenantScopes(elsewhere.store.pool)
      const { found, listed } = await scopes.asTenant(
        lerato,
        async (scope) => ({ found: await findPlace(scope, [5000]), listed: await listNotices(scope, 'manager') }),
        { rights: ['manager'] },
      )
      expect(found).toEqual({ name: 'Nkosi & Söhne', sites: 0 })
      expect(listed.find(({ kind }) => kind === 'low_stock')).toMatchObject({ is_on: true, sites: [] })
    } finally {
      await elsewhere.close()
    }
  })

  test('of products with one barcode, from before barcodes were compared by their identity: all are imported', async () => {
    const anna = await createOwner(source, { businessname: 'Pairs' })
    for (const barcode of ['036000291452', '17'])
      await anna.api.products.create({ ...PLAIN_PRODUCT, siteid: anna.siteid, productname: `Product ${barcode}`, barcode })
    const file = join(folder, 'one-barcode.zip')
    const older = join(folder, 'two-barcodes.zip')
    await downloadBusinessFile(anna, file)
    await changeArchive(file, older, (entries) =>
      replacePart(entries, 'products.csv', (text) => text.replaceAll(',17,', ',36000291452,')),
    )
    const elsewhere = await testServer()
    try {
      await importBusinessFile(elsewhere, older)
      const { rows } = await elsewhere.ownerPool.query({
        text: 'select barcode, shares_barcode from product where businessid = $1 order by productid',
        values: [anna.businessid],
        rowMode: 'array',
      })
      expect(rows).toEqual([
        ['036000291452', false],
        ['36000291452', true],
      ])
    } finally {
      await elsewhere.close()
    }
  })

  test('keeps which products are one item, its picture once, and what is not the same', async () => {
    const anna = await createOwner(source, { businessname: 'Items' })
    const rosebank = await anna.api.sites.create({ sitename: 'Rosebank', location: 'Here' })
    const add = async (siteid: number, productname: string, price: number) =>
      (await anna.api.products.create({ ...PLAIN_PRODUCT, siteid, productname, price })).productid
    const bread = await add(anna.siteid, 'Bread', 10)
    const [white, cake, pie] = [
      await add(rosebank.siteid, 'White bread', 12),
      await add(anna.siteid, 'Cake', 30),
      await add(rosebank.siteid, 'Cake', 30),
    ]
    // The first product is the younger one.
    await anna.api.products.join({ productids: [white, bread] })
    await anna.api.products.keepApart({ productids: [cake, pie] })
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    await anna.fetch(`/api/v1/products/${bread}/picture`, {
      method: 'PUT',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    })
    const items = join(folder, 'items.zip')
    await downloadBusinessFile(anna, items)
    const older = join(folder, 'without-items.zip')
    await changeArchive(items, older, (entries) => {
      removePart(entries, 'products-apart.csv')
      replacePart(entries, 'products.csv', (text) =>
        keepColumns(text, (title) => !['joined_to', 'has_own_price'].includes(title)),
      )
    })
    for (const [file, joined, pairs] of [
      [items, [String(bread), String(white), true], 1],
      [older, [String(bread), null, false], 0],
    ] as const) {
      const elsewhere = await testServer()
      try {
        await importBusinessFile(elsewhere, file)
        const { rows } = await elsewhere.ownerPool.query({
          text: `select productid::text, joined_to::text, has_own_price from product where businessid = $1 order by product.productid limit 1`,
          values: [anna.businessid],
          rowMode: 'array',
        })
        expect(rows).toEqual([joined])
        const { rowCount } = await elsewhere.ownerPool.query(
          'select from items_apart where productid = $1 and other_productid = $2',
          [cake, pie],
        )
        expect(rowCount).toBe(pairs)
      } finally {
        await elsewhere.close()
      }
    }
  })

  test('of an older version, with fewer columns in another order and without suppliers, is imported with the defaults of the others', async () => {
    const older = join(folder, 'older.zip')
    await changeArchive(path, older, (entries) => {
      for (const file of ['suppliers.csv', 'rights.csv', 'right-sites.csv', 'notices.jsonl']) removePart(entries, file)
      replacePart(entries, 'products.csv', (text) =>
        keepColumns(
          text.replace('"One\nTwo ""three""",Food,', '$&Sasko'),
          (title) =>
            !['is_free', 'vat_code', 'reorder_level', 'order_quantity', 'is_unknown', 'same_as', 'has_own_price'].includes(title),
        ),
      )
      replacePart(entries, 'sales.csv', (text) => keepColumns(text, (title) => title !== 'stated_vat_cents'))
    })
    const elsewhere = await testServer()
    try {
      expect(await importBusinessFile(elsewhere, older)).toMatchObject({ businessid: owner.businessid })
      const { rows } = await elsewhere.ownerPool.query(
        `select productname, price::float, is_free, vat_code, reorder_level, is_unknown from product where barcode = '6001' and joined_to is null`,
      )
      expect(rows).toEqual([
        {
          productname: '=Bread; "brown"',
          price: 20,
          is_free: false,
          vat_code: 'standard',
          reorder_level: null,
          is_unknown: false,
        },
      ])
      const suppliers = await elsewhere.ownerPool.query('select name, lead_time_days from suppliers')
      expect(suppliers.rows).toEqual([{ name: 'Sasko', lead_time_days: null }])
      expect(await findMismatches(elsewhere.ownerPool, owner.businessid)).toEqual({})
    } finally {
      await elsewhere.close()
    }
  })

  test('is refused where the business is already, and where its owner has a login', async () => {
    await expect(importBusinessFile(source, path)).rejects.toThrow('This business is already here, as Nkosi & Söhne.')
    const elsewhere = await testServer()
    try {
      await createOwner(elsewhere, { credentials: owner.credentials })
      await expect(importBusinessFile(elsewhere, path)).rejects.toThrow(
        `The e-mail address ${owner.credentials.email} of an owner or admin already has a login here.`,
      )
    } finally {
      await elsewhere.close()
    }
  })
})

/** The columns of a CSV file that are kept, in the opposite order. */
function keepColumns(text: string, isKept: (title: string) => boolean) {
  const rows: string[][] = parse(text, { bom: true })
  const kept = [...(rows[0] ?? []).keys()].filter((place) => isKept(rows[0]?.[place] ?? '')).reverse()
  return rows.map((cells) => `${kept.map((place) => `"${cells[place]?.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')
}

/** Changes a part and its line of the manifest. */
function replacePart(entries: Map<string, Buffer>, file: string, change: (text: string) => string) {
  const bytes = Buffer.from(change(String(entries.get(file))))
  const manifest = JSON.parse(String(entries.get('manifest.json')))
  const part = manifest.parts.find((part: { file: string }) => part.file === file)
  Object.assign(part, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  entries.set(file, bytes).set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}

/** Removes a part and its line of the manifest. */
function removePart(entries: Map<string, Buffer>, file: string) {
  const manifest = JSON.parse(String(entries.get('manifest.json')))
  manifest.parts = manifest.parts.filter((part: { file: string }) => part.file !== file)
  entries.delete(file)
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
}
