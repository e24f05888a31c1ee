import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { createImportHelpers } from '../../testing/product-imports.ts'
import { addProduct, createEdit, findProduct } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'
import { waitForBlocked } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

/** What a dialog sends that was opened before the first edit of the supplier. */
const opened = { version: 1 }

const listNames = async (search: Parameters<Owner['api']['suppliers']['list']>[0] = {}) =>
  (await thandi.api.suppliers.list(search)).rows.map(({ name }) => name)

async function findSupplier(name: string) {
  const found = (await thandi.api.suppliers.list({ q: name })).rows.find((row) => row.name === name)
  if (!found) throw new Error(`${name} is not in the list`)
  return found
}

const listTexts = async () => {
  const { rows } = await server.ownerPool.query(
    `select p.supplier, p.version, l.supplier as listed
       from product p left join product_listing l using (businessid, productid) where businessid = $1 order by productid`,
    [thandi.businessid],
  )
  return rows.map(({ supplier, version, listed }) => [supplier, version, listed])
}

describe('suppliers list', () => {
  const SUPPLIERS = [
    { name: 'Zeerust Dairy', email: 'Orders@Zeerust.example', lead_time_days: 2, minimum_order: 500 },
    { name: 'alpha Mills', phone: '021 555 0101', account_number: 'KP_77', lead_time_days: 10 },
    { name: 'École Bakery', email: 'bake@ecole.example', minimum_order: 1200.5 },
    { name: 'echo 100%' },
  ]

  beforeEach(async () => {
    for (const supplier of SUPPLIERS) await thandi.api.suppliers.create(supplier)
    await addProduct(thandi, { productname: 'Milk', supplier: 'Zeerust Dairy' })
    await addProduct(thandi, { productname: 'Cream', supplier: 'ZEERUST dairy' })
    await addProduct(thandi, { productname: 'Flour', supplier: 'alpha Mills' })
  })

  test.each([
    [{}, ['alpha Mills', 'echo 100%', 'École Bakery', 'Zeerust Dairy']],
    [{ sort: 'products', dir: 'desc' }, ['Zeerust Dairy', 'alpha Mills', 'echo 100%', 'École Bakery']],
    [{ sort: 'lead_time_days' }, ['Zeerust Dairy', 'alpha Mills', 'echo 100%', 'École Bakery']],
    [{ sort: 'minimum_order', dir: 'desc' }, ['École Bakery', 'Zeerust Dairy', 'alpha Mills', 'echo 100%']],
    [{ sort: 'email' }, ['École Bakery', 'Zeerust Dairy', 'alpha Mills', 'echo 100%']],
    [{ sort: 'phone', dir: 'desc' }, ['alpha Mills', 'echo 100%', 'École Bakery', 'Zeerust Dairy']],
  ] as const)('is sorted, with those without a value last: %j', async (search, names) => {
    expect(await listNames(search)).toEqual(names)
  })

  test.each([
    ['DAIRY', ['Zeerust Dairy']],
    ['@ecole', ['École Bakery']],
    ['kp_7', ['alpha Mills']],
    ['_', ['alpha Mills']],
    ['%', ['echo 100%']],
    ['021', []],
  ])('finds the text %j in names, e-mail addresses and account numbers', async (q, names) => {
    expect(await listNames({ q })).toEqual(names)
  })

  test('counts the products that name it in any case, without archived ones, and has ten suppliers a page', async () => {
    const milk = await findProduct(thandi.api, (await thandi.api.products.list({ q: 'milk' })).rows[0]?.productid ?? 0, 'milk')
    const { push } = await createTill(server, thandi)
    await push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ productid: milk.productid, quantity: 1 }] }])
    expect(await findSupplier('Zeerust Dairy')).toMatchObject({ products: 2, email: 'orders@zeerust.example' })
    await thandi.api.products.remove({ productid: milk.productid })
    const { supplierid } = await findSupplier('Zeerust Dairy')
    expect(await thandi.api.suppliers.get({ supplierid })).toMatchObject({ name: 'Zeerust Dairy', products: 1, version: 1 })
    for (let n = 0; n < 7; n++) await thandi.api.suppliers.create({ name: `Mill ${n}` })
    expect(await thandi.api.suppliers.list({ page: 9 })).toMatchObject({ page: 2, pages: 2, results: 11, rows: [{}] })
    expect(await thandi.api.suppliers.options()).toHaveLength(11)
  })
})

describe('supplier', () => {
  test.each([
    [{ name: ' ' }, 'Supplier name is required.'],
    [{ name: 'x', email: 'no address' }, 'Please enter a valid e-mail address.'],
    [{ name: 'x', lead_time_days: 1.5 }, 'Enter a lead time from 0 to 365 days.'],
    [{ name: 'x', lead_time_days: 366 }, 'Enter a lead time from 0 to 365 days.'],
    [{ name: 'x', minimum_order: -1e9 }, 'The minimum order cannot be negative.'],
    [{ name: 'x', minimum_order: 1.005 }, 'An amount has at most two decimals.'],
  ])('is not stored as %j', async (supplier, reason) => {
    const answer = await thandi.send('POST', '/api/v1/suppliers', supplier)
    expect(answer).toMatchObject({ status: 422, body: { data: { fields: [{ reason }] } } })
    expect(await listNames()).toEqual([])
  })

  test('is created once when it is sent again or twice at once', async () => {
    const sent = { name: 'Overberg Bakery', lead_time_days: 3, request_id: randomUUID() }
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => thandi.api.suppliers.create(sent)))
    expect(others).toEqual([first, first])
    expect(await thandi.api.suppliers.create({ ...sent, name: ' Overberg Bakery ' })).toEqual(first)
    expect(await listNames()).toEqual(['Overberg Bakery'])
    await expect(thandi.api.suppliers.create({ ...sent, lead_time_days: 4 })).rejects.toMatchObject({
      code: 'ALREADY_USED',
      message: 'A supplier was already added with this form. Close it and check the list.',
    })
  })

  test('has a name of its own, in any case, also as a product names it', async () => {
    await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg Bakery' })
    const { supplierid } = await findSupplier('Overberg Bakery')
    await expect(thandi.api.suppliers.create({ name: 'OVERBERG bakery' })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: 'You already have a supplier with this name.',
      data: { supplierid, name: 'Overberg Bakery' },
    })
    const elsewhere = await createOwner(server)
    await elsewhere.api.suppliers.create({ name: 'Overberg Bakery' })
  })

  test('is added by a product, a change of one and an import that name it, once for all cases of its letters', async () => {
    const bread = await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' })
    await addProduct(thandi, { productname: 'Rolls', supplier: 'OVERBERG' })
    await thandi.api.products.update(createEdit(bread, { supplier: 'Boland' }))
    const { importFile } = createImportHelpers(server, () => thandi)
    await importFile(
      'Product,Supplier,Price,Purchase price,Stock\nTea,Cederberg,1,1,1\nRooibos,cederberg,1,1,1\nBread,Swartland,10,5,0\n',
    )
    expect(await listNames()).toEqual(['Boland', 'Cederberg', 'Overberg', 'Swartland'])
    const { suppliers } = await thandi.api.products.options()
    expect(suppliers).toEqual(expect.arrayContaining(['Cederberg', 'OVERBERG', 'Swartland']))
    expect(suppliers, 'an import spells it as the business does').not.toContain('cederberg')
  })

  test('is changed by one of two who opened the same version', async () => {
    const { supplierid } = await thandi.api.suppliers.create({ name: 'Overberg' })
    const sent = { supplierid, name: 'Overberg', phone: '021 555 0101', opened }
    const answers = await Promise.allSettled([
      thandi.api.suppliers.update(sent),
      thandi.api.suppliers.update({ ...sent, phone: '021 555 0102' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        code: 'VERSION_CONFLICT',
        message: 'Someone else changed this supplier.',
        data: await findSupplier('Overberg'),
      },
    })
  })
})

describe('supplier rename', () => {
  const rename = async (from: string, name: string) => {
    const { supplierid, products: _, version, ...supplier } = await findSupplier(from)
    return thandi.api.suppliers.update({ ...supplier, supplierid, name, opened: { version } })
  }

  test('changes the text of its products in any case, of archived ones too, in the list, and no others', async () => {
    const bread = await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' })
    await addProduct(thandi, { productname: 'Rolls', supplier: 'OVERBERG' })
    await addProduct(thandi, { productname: 'Tea', supplier: 'Overberg Teas' })
    const sold = await addProduct(thandi, { productname: 'Rusks', supplier: 'Overberg' })
    const { push } = await createTill(server, thandi)
    await push([
      { reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ productid: sold.productid, quantity: 1, price: 30 }] },
    ])
    await thandi.api.products.remove({ productid: sold.productid })

    await rename('Overberg', 'Overberg Bakery')
    expect(await listTexts()).toEqual([
      ['Overberg Bakery', 2, 'Overberg Bakery'],
      ['Overberg Bakery', 2, 'Overberg Bakery'],
      ['Overberg Teas', 1, 'Overberg Teas'],
      ['Overberg Bakery', 2, null],
    ])
    expect(await listNames()).toEqual(['Overberg Bakery', 'Overberg Teas'])
    const report = await thandi.api.reports.get({ by: 'supplier', from: '2026-11-01', to: '2026-11-30', compare: 'off' })
    expect(report.rows).toMatchObject([{ name: 'Overberg Bakery' }])
    await expect(thandi.api.products.update(createEdit(bread, { price: 11 }))).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })

    await rename('Overberg Bakery', 'OVERBERG Bakery')
    expect((await listTexts()).map(([supplier]) => supplier)).toContain('OVERBERG Bakery')
    expect(await listNames()).toEqual(['OVERBERG Bakery', 'Overberg Teas'])
  })

  test('to the name of another supplier is refused with an offer to merge, and changes nothing', async () => {
    await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' })
    const { supplierid } = await thandi.api.suppliers.create({ name: 'Boland Bakery' })
    await expect(rename('Overberg', 'BOLAND bakery')).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: 'You already have a supplier named Boland Bakery. Merge the two, or choose another name.',
      data: { supplierid, name: 'Boland Bakery' },
    })
    expect(await listTexts()).toEqual([['Overberg', 1, 'Overberg']])
    expect(await findSupplier('Overberg')).toMatchObject({ version: 1 })
  })

  /** Runs a statement in a transaction of its own, starts the call, and commits when the call waits for it. */
  async function runWhile<T>(statement: string, values: unknown[], call: () => Promise<T>) {
    const other = await server.ownerPool.connect()
    try {
      await other.query('begin')
      await other.query(statement, values)
      const answer = call()
      answer.catch(() => undefined) // it is awaited below
      await waitForBlocked(server.ownerPool, 1)
      await other.query('commit')
      return await answer
    } finally {
      other.release(true)
    }
  }

  test('also finds a product that is added or changed at the same time', async () => {
    const bread = await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' })
    await runWhile(
      `insert into product (businessid, siteid, productname, supplier) values ($1, $2, 'Rolls', 'overberg')`,
      [thandi.businessid, thandi.siteid],
      () => rename('Overberg', 'Overberg Bakery'),
    )
    await runWhile('update product set price = 12, version = version + 1 where productid = $1', [bread.productid], () =>
      rename('Overberg Bakery', 'Overberg Ovens'),
    )
    expect(await listTexts()).toEqual([
      ['Overberg Ovens', 4, 'Overberg Ovens'],
      ['Overberg Ovens', 3, 'Overberg Ovens'],
    ])
    expect(await listNames()).toEqual(['Overberg Ovens'])
  })

  test('leaves a supplier for a product that waited for it and has the old name', async () => {
    await thandi.api.suppliers.create({ name: 'Overberg', phone: '1' })
    await runWhile(`update suppliers set name = 'Boland' where businessid = $1`, [thandi.businessid], () =>
      addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' }),
    )
    expect(await listNames()).toEqual(['Boland', 'Overberg'])
    await runWhile(`delete from suppliers where businessid = $1 and name = 'Boland'`, [thandi.businessid], () =>
      addProduct(thandi, { productname: 'Rolls', supplier: 'Boland' }),
    )
    expect(await listNames()).toEqual(['Boland', 'Overberg'])
  })
})

describe('suppliers merge', () => {
  test('moves the products, keeps what only one of the two has, and deletes the merged one', async () => {
    const kept = await thandi.api.suppliers.create({ name: 'Overberg Bakery', email: 'a@overberg.example', lead_time_days: 2 })
    const merged = await thandi.api.suppliers.create({
      ...{ name: 'Overberg', email: 'b@overberg.example', phone: '021 555 0101', account_number: 'KP1' },
      ...{ lead_time_days: 9, minimum_order: 300 },
    })
    await addProduct(thandi, { productname: 'Bread', supplier: 'overberg' })
    await thandi.api.suppliers.merge({ supplierid: merged.supplierid, into: kept.supplierid })
    expect(await listTexts()).toEqual([['Overberg Bakery', 2, 'Overberg Bakery']])
    expect((await thandi.api.suppliers.list({})).rows).toEqual([
      {
        ...{ ...kept, name: 'Overberg Bakery', email: 'a@overberg.example', phone: '021 555 0101', account_number: 'KP1' },
        ...{ lead_time_days: 2, minimum_order: 300, products: 1, version: 2 },
      },
    ])
    const again = { supplierid: merged.supplierid, into: kept.supplierid }
    await expect(thandi.api.suppliers.merge(again)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('moves orders and deliveries, finished ones too, and refuses a draft that was opened before', async () => {
    const kept = await thandi.api.suppliers.create({ name: 'Overberg Bakery' })
    const { supplierid } = await thandi.api.suppliers.create({ name: 'Overberg' })
    const { productid, siteid } = await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg', stock: 10 })
    const create = (kind: 'order' | 'delivery', finish: boolean, parentid: number | null = null) =>
      thandi.api.stock.create({
        ...{ kind, finish, parentid, siteid, supplierid, request_id: randomUUID() },
        lines: [{ productid, quantity: 4, purchaseprice: 10 }],
      })
    const order = await create('order', true)
    const delivery = await create('delivery', true, order.documentid)
    const draft = await create('order', false)
    await thandi.api.suppliers.merge({ supplierid, into: kept.supplierid })
    for (const { documentid } of [order, delivery, draft])
      expect(await thandi.api.stock.get({ documentid })).toMatchObject({
        ...{ supplierid: kept.supplierid, supplier: 'Overberg Bakery' },
        lines: [{ productid, quantity: 4, purchaseprice: 10 }],
      })
    expect(await thandi.api.stock.get({ documentid: order.documentid })).toMatchObject({ state: 'received' })
    await expect(
      thandi.api.stock.finish({ documentid: draft.documentid, opened, request_id: randomUUID() }),
    ).rejects.toMatchObject({ code: 'VERSION_CONFLICT' })
  })

  test('with itself, with a supplier of another business, or of one with related records is refused and changes nothing', async () => {
    await addProduct(thandi, { productname: 'Bread', supplier: 'Overberg' })
    const { supplierid } = await findSupplier('Overberg')
    const { supplierid: into } = await thandi.api.suppliers.create({ name: 'Boland' })
    const merge = (ids: { supplierid: number; into: number }) => thandi.api.suppliers.merge(ids)
    await expect(merge({ supplierid, into: supplierid })).rejects.toMatchObject({
      message: 'Choose a different supplier to merge with.',
    })
    const elsewhere = await (await createOwner(server)).api.suppliers.create({ name: 'Boland' })
    await expect(merge({ supplierid, into: elsewhere.supplierid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await withRelatedRecord(supplierid, async () => {
      await expect(merge({ supplierid, into })).rejects.toMatchObject({
        code: 'IN_USE',
        message: 'Cannot delete this supplier because it has related records.',
      })
    })
    expect(await listTexts()).toEqual([['Overberg', 1, 'Overberg']])
    expect(await listNames()).toEqual(['Boland', 'Overberg'])
  })
})

/** While a row of another table refers to the supplier. */
async function withRelatedRecord(supplierid: number, run: () => Promise<void>) {
  await server.ownerPool.query(
    `create table related as select businessid, supplierid from suppliers where supplierid = ${supplierid};
     alter table related add foreign key (businessid, supplierid) references suppliers`,
  )
  await run().finally(() => server.ownerPool.query('drop table related'))
}

describe('supplier removal', () => {
  test('removes a supplier that no product names', async () => {
    const { supplierid } = await thandi.api.suppliers.create({ name: 'Overberg' })
    await withRelatedRecord(supplierid, async () => {
      await expect(thandi.api.suppliers.remove({ supplierid })).rejects.toMatchObject({
        code: 'IN_USE',
        message: 'Cannot delete this supplier because it has related records.',
      })
    })
    await thandi.api.suppliers.remove({ supplierid })
    expect(await listNames()).toEqual([])
    await expect(thandi.api.suppliers.remove({ supplierid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is refused while a product names it, an archived one too', async () => {
    const { productid } = await addProduct(thandi, { productname: 'Bread', supplier: 'OVERBERG' })
    const { supplierid } = await findSupplier('OVERBERG')
    await expect(thandi.api.suppliers.remove({ supplierid })).rejects.toMatchObject({
      message: '1 product uses this supplier. Change or merge it first.',
    })
    const { push } = await createTill(server, thandi)
    await push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ productid, quantity: 1 }] }])
    await thandi.api.products.remove({ productid })
    await expect(thandi.api.suppliers.remove({ supplierid })).rejects.toMatchObject({
      message: 'Archived products use this supplier. Merge it with another one instead.',
    })
  })
})
