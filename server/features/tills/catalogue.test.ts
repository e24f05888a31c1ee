import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { TillProducts } from '../../../contract/till-catalogue.ts'
import { startEpoch } from '../../../db/epoch.ts'
import { createOwner } from '../../testing/clients.ts'
import { createRandom } from '../../testing/random.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, type Product, type Till } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addTill, addSite, createShop, createOwnedShop, addProduct } = createShopHelpers(server)

const readPage = async (till: Till, cursor = '', limit = 2000): Promise<TillProducts> => {
  const { status, body } = await till.read(
    `/products?${new URLSearchParams({ ...(cursor && { cursor }), limit: String(limit) })}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Reads a round to its end. */
async function readRound(till: Till, cursor = '', limit = 2000) {
  const pages = [await readPage(till, cursor, limit)]
  for (let page = pages[0]; page?.has_more; page = pages.at(-1)) pages.push(await readPage(till, page.cursor, limit))
  return {
    products: pages.flatMap(({ products }) => products),
    gone: pages.flatMap(({ gone }) => gone),
    cursor: pages.at(-1)?.cursor ?? '',
    isFull: pages.every(({ is_full }) => is_full),
    pages: pages.length,
  }
}
const readNames = async (till: Till, cursor?: string) =>
  (await readRound(till, cursor)).products.map(({ productname }) => productname)

const set = ({ productid }: Pick<Product, 'productid'>, values: string) =>
  ask(`update product set ${values} where productid = $1`, [productid])

/** A transaction that is not over yet, and has its id. */
async function begin() {
  const client = await server.ownerPool.connect()
  onTestFinished(() => client.release(true))
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  return client
}

/** A connection beside those of the pool, which has few, in a transaction that has its id. */
async function connect() {
  const client = new Client(server.ownerPool.options)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; select pg_current_xact_id()')
  return client
}

describe('till setup', () => {
  test('has the business, the site, rates, patterns and the people of a till', async () => {
    const shop = await createOwnedShop()
    await ask(
      `update business set vat_number = '4123456789', receipt_lines = '{Thank you,Call again}', discount_limit = 7.5, scale_patterns = '{20PPPPPWWWWWC}'
        where id = $1`,
      [shop.businessid],
    )
    await shop.api.vatRates.save({ percent: 15.5, first_day: '2027-04-01' })
    const { status, headers, body } = await shop.till.read('/setup')
    expect(status).toBe(200)
    expect(body).toEqual({
      till: { tillid: expect.any(Number), name: expect.any(String) },
      business: {
        name: 'Nkosi Stores',
        registration_number: expect.any(String),
        vat_number: '4123456789',
        timezone: 'Africa/Johannesburg',
        receipt_lines: ['Thank you', 'Call again'],
        discount_limit: 7.5,
      },
      site: { siteid: shop.siteid, sitename: 'Sandton', location: expect.any(String) },
      standard_vat_rates: await shop.api.vatRates.list(),
      scale_patterns: ['20PPPPPWWWWWC'],
      employees: [expect.objectContaining({ employeeid: shop.employeeid, position: 'Owner', employee_code: null, pin: null })],
      server_time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      epoch: headers.get('winkel-epoch'),
    })
    expect((await shop.till.push([createSale('a')])).headers.get('winkel-epoch')).toBe(body.epoch)
  })

  test('has the people of the site, owners and managers of every site, and none who left', async () => {
    const shop = await createShop()
    const elsewhere = await addSite(shop)
    const add = async (name: string, siteid: number, values = 'hiredate = null') => {
      const [row] = await ask(
        `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, $3, 'x') returning employeeid`,
        [shop.businessid, siteid, name],
      )
      await ask(`update employee set ${values} where employeeid = $1`, [row?.['employeeid']])
    }
    await add('Zanele', shop.siteid, `employee_code = '12', pin = '{"salt": "c2FsdA==", "hash": "aGFzaA==", "iterations": 1}'`)
    await add('Élodie', shop.siteid)
    await add('Farai', shop.siteid)
    await add('Manager elsewhere', elsewhere, `position = 'Manager'`)
    await add('Owner elsewhere', elsewhere, `position = 'Owner'`)
    await add('Employee elsewhere', elsewhere)
    await add('Disabled', shop.siteid, `isenabled = false, disablereason = 'x'`)
    await add('Anonymous', shop.siteid, `former_number = 1`)
    await shop.till.push([createSale('by nobody')]) // adds the employee 'Till'
    const { body } = await shop.till.read('/setup')
    const own = body.employees.filter(({ lastname }: { lastname: string }) => lastname === 'x')
    expect(own.map(({ firstname }: { firstname: string }) => firstname)).toEqual([
      'Élodie',
      'Farai',
      'Manager elsewhere',
      'Owner elsewhere',
      'Zanele',
    ])
    expect(own.at(-1)).toMatchObject({ employee_code: '12', pin: { salt: 'c2FsdA==', hash: 'aGFzaA==', iterations: 1 } })
    expect(JSON.stringify(body)).not.toMatch(/"Till"|Anonymous|Disabled|Employee elsewhere/)
  })
})

describe('till catalogue: who may read', () => {
  const PATHS = ['/setup', '/products', '/products/1/picture']

  test.each(PATHS)('%s takes a key in use, and no session', async (path) => {
    const shop = await createOwnedShop()
    expect((await shop.fetch(`/api/v1/till${path}`)).status).toBe(401)
    expect(
      (await addTill(shop).then(({ key }) => shop.fetch(`/api/v1/till${path}`, { headers: { authorization: `Bearer ${key}x` } })))
        .status,
    ).toBe(401)
    await ask('update till_keys set revoked_at = now() where businessid = $1', [shop.businessid])
    for (const _ of [1, 2]) expect(await shop.till.read(path)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  })

  test.each(PATHS)('%s says that a business is closed, and when to ask again', async (path) => {
    const shop = await createShop()
    await shop.till.read('/setup')
    await ask(`update business set closed_at = now(), erase_at = now() + interval '30 days' where id = $1`, [shop.businessid])
    for (const _ of [1, 2]) {
      const { status, headers, body } = await shop.till.read(path)
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'BUSINESS_CLOSED', '300'])
    }
  })

  test('limits the requests of a key and with unknown keys', async () => {
    const strict = await testServer({ tillLimits: { requests: 2, unknownKeyBytes: 20_000 } })
    onTestFinished(strict.close)
    const shop = await createShopHelpers(strict).createShop()
    for (const status of [200, 200, 429]) expect((await shop.till.read('/setup')).status).toBe(status)
    const guess = (key: string) =>
      fetch(`${strict.url}/api/v1/till/setup`, { headers: { authorization: `Bearer wk_${key.padEnd(43, 'x')}` } })
    expect((await guess('a')).status).toBe(401)
    expect((await guess('b')).status).toBe(429)
  })

  test('a key reads no more than its site', async () => {
    const shop = await createShop()
    const stranger = await createShop()
    const elsewhere = { ...shop, siteid: await addSite(shop) }
    for (const other of [elsewhere, stranger]) await addProduct(other, { productname: 'Secret', barcode: '1' })
    await ask(
      `insert into employee (businessid, siteid, firstname, lastname, position) values ($1, $2, 'Secret', 'x', 'Owner')`,
      [stranger.businessid, stranger.siteid],
    )
    await ask(`insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Secret', 'x')`, [
      elsewhere.businessid,
      elsewhere.siteid,
    ])
    for (const path of ['/setup', '/products']) {
      const { body } = await shop.till.read(path)
      expect(JSON.stringify(body)).not.toContain('Secret')
    }
  })
})

/** Waits for the transactions of other tests: what changed while one was under way is read once more. */
async function waitForOthers() {
  const [{ newest }] = (await ask('select pg_snapshot_xmax(pg_current_snapshot())::text as newest')) as [{ newest: string }]
  const areOver = async () => {
    const [row] = await ask('select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as are_over', [newest])
    return row?.['are_over']
  }
  await expect.poll(areOver).toBe(true)
}

describe('till products', () => {
  test('a round without a cursor has what the site sells, in pages', async () => {
    const shop = await createShop()
    const elsewhere = { ...shop, siteid: await addSite(shop) }
    const bread = await addProduct(shop, { productname: 'Bread', barcode: '6001', price: 23.4591 })
    await set(
      bread,
      `category = 'Bakery', vat_code = 'zero', picture = '${'ab'.repeat(16)}', further_barcodes = '[{"barcode":"6002","units":24}]'`,
    )
    await addProduct(elsewhere, { productname: 'Elsewhere' })
    await addProduct(shop, { productname: 'Archived', archived_at: new Date() })
    await shop.till.push([createSale('a', { items: [{ barcode: '700', productname: 'Unknown', quantity: 1, price: 5 }] })])
    for (const productname of ['Milk', 'Rice']) await addProduct(shop, { productname })
    const round = await readRound(shop.till, '', 2)
    expect(round).toMatchObject({ gone: [], isFull: true, pages: 2 })
    expect(round.products.map(({ productname }) => productname)).toEqual(['Bread', 'Milk', 'Rice'])
    expect(round.products[0]).toEqual({
      productid: bread.productid,
      productname: 'Bread',
      barcode: '6001',
      further_barcodes: [{ barcode: '6002', units: 24 }],
      category: 'Bakery',
      price: 23.4591,
      vat_code: 'zero',
      picture: 'ab'.repeat(16),
    })
    expect(await readRound(shop.till, '', 3)).toMatchObject({ pages: 1 })
  })

  test('a site without products has an empty round, and then what is added', async () => {
    const shop = await createShop()
    const { cursor, ...empty } = await readPage(shop.till)
    expect(empty).toEqual({ products: [], gone: [], has_more: false, is_full: true })
    await addProduct(shop, { productname: 'First' })
    expect(await readRound(shop.till, cursor)).toMatchObject({ isFull: false, products: [{ productname: 'First' }] })
  })

  test('a round with a cursor has only what changed, and what the site sells no more', async () => {
    const shop = await createShop()
    const elsewhere = { ...shop, siteid: await addSite(shop) }
    const other = await addTill(elsewhere)
    const names = ['Renamed', 'Priced', 'Archived', 'Moved', 'Deleted', 'Same']
    const added: Product[] = []
    for (const productname of names) added.push(await addProduct(shop, { productname }))
    const [renamed, priced, archived, moved, deleted, same] = added as [Product, Product, Product, Product, Product, Product]
    await waitForOthers()
    const [here, there] = [await readRound(shop.till), await readRound(other)]
    await set(renamed, `productname = 'New name'`)
    await set(priced, 'price = 1')
    await set(archived, 'archived_at = now()')
    await set(moved, `siteid = ${elsewhere.siteid}`)
    await ask('delete from product where productid = $1', [deleted.productid])
    await set(same, `productname = productname, price = price, stock = 7, description = 'x', purchaseprice = 2`)
    await waitForOthers()
    const changed = await readRound(shop.till, here.cursor, 2)
    expect(changed).toMatchObject({ isFull: false, pages: 3 })
    expect(changed.products.map(({ productname }) => productname)).toEqual(['New name', 'Priced'])
    expect(changed.gone).toEqual([archived, moved, deleted].map(({ productid }) => productid))
    expect(await readNames(other, there.cursor)).toEqual(['Moved'])

    await set(archived, 'archived_at = null')
    await set(moved, `siteid = ${shop.siteid}`)
    expect(await readNames(shop.till, changed.cursor)).toEqual(['Archived', 'Moved'])
  })

  test('each field that a till reads is a change', async () => {
    const shop = await createShop()
    const bread = await addProduct(shop)
    let { cursor } = await readRound(shop.till)
    const values = [
      `barcode = '6001'`,
      `further_barcodes = '[{"barcode":"6002","units":6}]'`,
      `category = 'x'`,
      `vat_code = 'exempt'`,
      `picture = '${'0'.repeat(32)}'`,
      'picture = null',
    ]
    for (const value of values) {
      await set(bread, value)
      const round = await readRound(shop.till, cursor)
      expect(round.products, value).toHaveLength(1)
      cursor = round.cursor
    }
  })

  test('a sale is no change, and without a change the cursor stays', async () => {
    const shop = await createShop()
    await addProduct(shop, { barcode: '6001' })
    await waitForOthers()
    const { cursor } = await readRound(shop.till)
    await shop.till.push([
      createSale('a', { finalamount: undefined, items: [{ barcode: '6001', quantity: 2 }] }),
      createSale('b', { finalamount: undefined, items: [{ barcode: '999', productname: 'Unknown', quantity: 1, price: 5 }] }),
    ])
    for (const _ of [1, 2])
      expect(await readPage(shop.till, cursor)).toEqual({ products: [], gone: [], cursor, has_more: false, is_full: false })
  })

  test('a change of a transaction that ends late is read, however many rounds are between', async () => {
    const shop = await createShop()
    const [late, other] = [await addProduct(shop, { productname: 'Late' }), await addProduct(shop, { productname: 'Other' })]
    await waitForOthers()
    let { cursor } = await readRound(shop.till)
    const slow = await begin()
    await slow.query('update product set price = 1 where productid = $1', [late.productid])
    for (const price of [2, 3]) {
      await set(other, `price = ${price}`)
      const round = await readRound(shop.till, cursor)
      expect(round.products).toMatchObject([{ productname: 'Other', price }])
      cursor = round.cursor
    }
    await slow.query('commit')
    expect((await readRound(shop.till, cursor)).products).toContainEqual(
      expect.objectContaining({ productname: 'Late', price: 1 }),
    )
  })

  test('a change by a transaction with a lower id after one with a higher id is read', async () => {
    const shop = await createShop()
    const bread = await addProduct(shop)
    const first = await readRound(shop.till)
    const slow = await begin()
    await set(bread, 'price = 2')
    const second = await readRound(shop.till, first.cursor)
    expect(second.products).toMatchObject([{ price: 2 }])
    await slow.query('update product set price = 3 where productid = $1', [bread.productid])
    await slow.query('commit')
    expect((await readRound(shop.till, second.cursor)).products).toMatchObject([{ price: 3 }])
  })

  test('a change that is taken back is none', async () => {
    const shop = await createShop()
    const bread = await addProduct(shop)
    await waitForOthers()
    const { cursor } = await readRound(shop.till)
    const slow = await begin()
    await slow.query('update product set price = 2 where productid = $1', [bread.productid])
    await slow.query('rollback')
    expect((await readRound(shop.till, cursor)).products).toEqual([])
  })

  test('a change during a round is in the next one, also in front of what was read', async () => {
    const shop = await createShop()
    const products: Product[] = []
    for (const productname of ['A', 'B', 'C']) products.push(await addProduct(shop, { productname }))
    const [a, b] = products as [Product, Product]
    for (const cursor of ['', (await readRound(shop.till)).cursor]) {
      await ask('update product set price = price + 1 where businessid = $1', [shop.businessid])
      await waitForOthers()
      const page = await readPage(shop.till, cursor, 1)
      expect(page).toMatchObject({ has_more: true, products: [{ productname: 'A' }] })
      await set(a, `price = price + 1`)
      const rest = await readRound(shop.till, page.cursor)
      expect(rest.products.map(({ productname }) => productname)).toEqual(['B', 'C'])
      expect(await readNames(shop.till, rest.cursor)).toEqual(['A'])
    }
    const page = await readPage(shop.till, '', 2)
    await ask('delete from product where productid = $1', [b.productid])
    const { cursor } = await readRound(shop.till, page.cursor)
    expect(await readRound(shop.till, cursor)).toMatchObject({ gone: [b.productid] })
  })

  test.each([1, 2, 3])(
    'a till has what its site sells after transactions in any order, seed %i',
    { timeout: 60_000 },
    async (seed) => {
      const shop = await createShop()
      const elsewhere = await addSite(shop)
      const random = createRandom(seed)
      const pick = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T
      const free = new Set<number>()
      for (let nth = 0; nth < 12; nth++) free.add((await addProduct(shop, { productname: `P${nth}` })).productid)
      const idle: Client[] = []
      for (let nth = 0; nth < 4; nth++) idle.push(await connect())
      const open: { client: Client; locked: number[] }[] = []
      const known = new Map<number, number>()
      let cursor = ''
      let seen = new Set<number>()
      const poll = async (limit: number) => {
        const page = await readPage(shop.till, cursor, limit)
        for (const { productid, price } of page.products) known.set(productid, price)
        for (const { productid } of page.products) seen.add(productid)
        for (const productid of page.gone) known.delete(productid)
        if (page.is_full && !page.has_more)
          for (const productid of known.keys()) if (!seen.has(productid)) known.delete(productid)
        if (!page.has_more) seen = new Set()
        cursor = page.cursor
        return page.has_more
      }
      const change = async () => {
        const productid = pick([...free])
        const client = random() < 0.5 ? idle.pop() : undefined
        if (client) open.push({ client, locked: [] })
        const transaction = client ? open.at(-1) : pick(open)
        if (!transaction || productid === undefined) return
        free.delete(productid)
        transaction.locked.push(productid)
        const values = pick([
          ...['price = price + 1', 'archived_at = now()', 'archived_at = null'],
          ...[`siteid = ${elsewhere}`, `siteid = ${shop.siteid}`],
        ])
        await transaction.client.query(
          random() < 0.05 ? 'delete from product where productid = $1' : `update product set ${values} where productid = $1`,
          [productid],
        )
      }
      const end = async (action: string) => {
        const [transaction] = open.splice(Math.floor(random() * open.length), 1)
        if (!transaction) return
        await transaction.client.query(`${action}; begin; select pg_current_xact_id()`)
        idle.unshift(transaction.client)
        for (const productid of transaction.locked) free.add(productid)
      }
      for (let step = 0; step < 150; step++) {
        const kind = random()
        if (kind < 0.4) await change()
        else if (kind < 0.7) await end(random() < 0.8 ? 'commit' : 'rollback')
        else await poll(1 + Math.floor(random() * 4))
      }
      while (open.length > 0) await end('commit')
      while (await poll(3)) {}
      while (await poll(3)) {}
      const sold = await ask<{ productid: number; price: number }>(
        'select productid, price from product where siteid = $1 and archived_at is null order by productid',
        [shop.siteid],
      )
      expect([...known].toSorted(([a], [b]) => a - b)).toEqual(sold.map(({ productid, price }) => [productid, price]))
    },
  )

  test('two tills of a site read the same changes', async () => {
    const shop = await createShop()
    const bread = await addProduct(shop)
    const tills = [shop.till, await addTill(shop)]
    const cursors = await Promise.all(tills.map(async (till) => (await readRound(till)).cursor))
    await set(bread, 'price = 1')
    for (const [nth, till] of tills.entries()) expect((await readRound(till, cursors[nth])).products).toHaveLength(1)
  })

  test('a cursor of another site, business, reading or transaction begins with all products', async () => {
    const shop = await createShop()
    const elsewhere = { ...shop, siteid: await addSite(shop) }
    for (const [site, productname] of [
      [shop, 'Here'],
      [elsewhere, 'There'],
    ] as const)
      await addProduct(site, { productname })
    const { cursor } = await readRound(shop.till)
    expect(await readRound(await addTill(elsewhere), cursor)).toMatchObject({
      isFull: true,
      products: [{ productname: 'There' }],
    })
    expect(await readRound((await createShop()).till, cursor)).toMatchObject({ isFull: true, products: [] })
    const [origin, id, readings, since] = cursor.split('-')
    const nonsense = [
      [origin, id, readings, '9'.repeat(20), '0', '0'],
      [origin, id, readings, since, '9'.repeat(20), '0'],
      [origin, id, '9'.repeat(16), since, '0', '0'],
      [origin, '0'.repeat(16), readings, since, '0', '0'],
      ['0'.repeat(16), id, readings, since, '0', '0'],
      [origin, id, readings, '0', '0', '0'],
    ]
    for (const parts of nonsense)
      expect(await readRound(shop.till, parts.join('-'))).toMatchObject({ isFull: true, products: [{ productname: 'Here' }] })
  })

  test.each(['x', '1-2', '-'.repeat(60), `${'a'.repeat(16)}-${'a'.repeat(16)}-1-1-1--1`])(
    'the cursor %j is an error',
    async (cursor) => {
      const { till } = await createShop()
      expect(await till.read(`/products?${new URLSearchParams({ cursor })}`)).toMatchObject({ status: 422 })
    },
  )

  test.each(['0', '5001', 'x', '1.5'])('the limit %s is an error', async (limit) => {
    const { till } = await createShop()
    expect(await till.read(`/products?limit=${limit}`)).toMatchObject({ status: 422 })
  })

  test('after a restore all products are read, and changes with ids of the lost future are not read for ever', async () => {
    const shop = await createShop()
    const bread = await addProduct(shop)
    const { cursor } = await readRound(shop.till)
    await startEpoch(server.ownerPool, new Date())
    await ask(`update catalogue_changes set changed_in = '99999999' where businessid = $1`, [shop.businessid])
    const full = await readRound(shop.till, cursor)
    expect(full).toMatchObject({ isFull: true, products: [{ productid: bread.productid }] })
    expect((await readRound(shop.till, full.cursor)).products).toEqual([])
    await set(bread, 'price = 1')
    expect((await readRound(shop.till, full.cursor)).products).toMatchObject([{ price: 1 }])
  })

  test('changes of products are those of people, files and bulk changes too', async () => {
    const owner = await createOwner(server)
    const till = await addTill(owner)
    const { productid } = await owner.api.products.create({
      ...{ siteid: owner.siteid, productname: 'Tea', barcode: '6001', price: 5, purchaseprice: 3, stock: 1 },
    })
    const { cursor } = await readRound(till)
    const { changeid } = await owner.api.products.changes.preview({ search: {}, change: { kind: 'set_price', price: 9 } })
    for await (const _ of await owner.api.products.changes.apply({ changeid: String(changeid) }));
    const changed = await readRound(till, cursor)
    expect(changed.products).toMatchObject([{ productid, price: 9 }])
    await owner.api.products.remove({ productid })
    expect(await readRound(till, changed.cursor)).toMatchObject({ products: [], gone: [productid] })
  })

  test('a site that is deleted leaves no changes', async () => {
    const owner = await createOwner(server)
    const { siteid } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const { productid } = await addProduct({ ...owner, siteid })
    await ask('delete from product where productid = $1', [productid])
    expect(await ask('select from catalogue_changes where siteid = $1', [siteid])).toHaveLength(1)
    await owner.api.sites.remove({ siteid })
    expect(await ask('select from catalogue_changes where siteid = $1', [siteid])).toEqual([])
  })
})

describe('till pictures', () => {
  test('a key reads the small picture of a product of its site, and no other', async () => {
    const shop = await createOwnedShop()
    const elsewhere = await addSite(shop)
    const { productid } = await addProduct(shop)
    const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const path = `/api/v1/products/${productid}/picture`
    const stored = await shop.fetch(path, {
      method: 'PUT',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    })
    const { picture: name } = (await stored.json()) as { picture: string }
    const readPicture = (key: string, query = '', headers: Record<string, string> = {}) =>
      fetch(`${server.url}/api/v1/till/products/${productid}/picture${query}`, {
        headers: { authorization: `Bearer ${key}`, ...headers },
      })
    const named = await readPicture(shop.till.key, `?v=${name}`)
    expect([named.status, named.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(named.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const thumb = await shop.fetch(`${path}?size=thumb`)
    expect(Buffer.from(await named.arrayBuffer())).toEqual(Buffer.from(await thumb.arrayBuffer()))
    expect((await readPicture(shop.till.key)).headers.get('cache-control')).toBe('private, no-cache')
    expect((await readPicture(shop.till.key, '', { 'if-none-match': named.headers.get('etag') ?? '' })).status).toBe(304)
    const others = [(await addTill({ ...shop, siteid: elsewhere })).key, (await createShop()).till.key]
    for (const key of others) expect((await readPicture(key, `?v=${name}`)).status).toBe(404)
    await shop.api.products.remove({ productid })
    expect((await readPicture(shop.till.key)).status).toBe(404)
  })

  test.each(['0', '999999', '99999999999999999999'])('the product %s has none', async (productid) => {
    const { till } = await createShop()
    expect(await till.read(`/products/${productid}/picture`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})
