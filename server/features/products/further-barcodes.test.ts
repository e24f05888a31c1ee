import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOwner, type Owner } from '../../testing/clients.ts'
import { addProduct, createEdit } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const carton = (barcode: string, units = 24) => ({ barcode, units })

describe('further barcodes', () => {
  let thandi: Owner
  let rosebank: number
  beforeAll(async () => {
    thandi = await createOwner(server)
    rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Oxford Road' })).siteid
  })

  const taken = (message: string) => ({ code: 'FURTHER_BARCODE_TAKEN', message })
  const find = async (barcode: string) => (await thandi.api.products.list({ barcode })).rows.map(({ productname }) => productname)
  const read = async (productid: number) => (await thandi.api.products.get({ productid })).further_barcodes

  test('are saved in their order, and found by a search, however they are written', async () => {
    const milk = await addProduct(thandi, {
      ...{ productname: 'Milk 1', barcode: '101' },
      further_barcodes: [carton(' 036000291452 '), carton('CTN-1', 1)],
    })
    expect(milk.further_barcodes).toEqual([carton('036000291452'), carton('CTN-1', 1)])
    expect(await find('36000291452')).toEqual(['Milk 1'])
    expect(await find('ctn1')).toEqual(['Milk 1'])
    expect((await thandi.api.products.list({ q: 'ctn 1' })).rows).toMatchObject([{ productname: 'Milk 1' }])
    await thandi.api.products.update({
      ...createEdit(milk, { further_barcodes: [carton('CTN-1', 6)] }),
    })
    expect(await read(milk.productid)).toEqual([carton('CTN-1', 6)])
    expect(await find('36000291452')).toEqual([])
    const { further_barcodes: _, ...older } = createEdit(await thandi.api.products.get({ productid: milk.productid }), {
      price: 7,
    })
    await thandi.api.products.update({ ...older })
    expect(await read(milk.productid)).toEqual([carton('CTN-1', 6)])
  })

  test.each([
    ['the same code twice', [carton('200'), carton('2 00')], 'The barcode 2 00 is here twice.'],
    ['no code', [carton(' \u200b ')], 'Enter a barcode, or remove the row.'],
    ['no units', [carton('200', 0)], 'Units per scan is a whole number from 1 to 10,000.'],
    ['a part of a unit', [carton('200', 1.5)], 'Units per scan is a whole number from 1 to 10,000.'],
    ['too many units', [carton('200', 10_001)], 'Units per scan is a whole number from 1 to 10,000.'],
    ['a character of files', [carton('2|4')], 'A further barcode has no | and no ;'],
    ['21 codes', Array.from({ length: 21 }, (_, index) => carton(`many ${index}`)), 'A product has at most 20 further barcodes.'],
  ])('are refused with %s', async (_, further_barcodes, message) => {
    await expect(addProduct(thandi, { productname: 'Refused', further_barcodes })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(message),
    })
  })

  test('that another product of the site has are refused by its name, and those of another site are not', async () => {
    const tea = await addProduct(thandi, { productname: 'Tea 3', barcode: '301', further_barcodes: [carton('302')] })
    const add = (product: object) => addProduct(thandi, { productname: 'Coffee 3', ...product })
    await expect(add({ further_barcodes: [carton('3-01')] })).rejects.toMatchObject(taken('Tea 3 already has the barcode 3-01.'))
    await expect(add({ further_barcodes: [carton('302')] })).rejects.toMatchObject(taken('Tea 3 already has the barcode 302.'))
    await expect(add({ barcode: '302' })).rejects.toMatchObject({
      ...taken('Tea 3 already has the barcode 302.'),
      data: { barcode: '302' },
    })
    await expect(add({ barcode: '303', further_barcodes: [carton('303')] })).rejects.toMatchObject(
      taken('303 is the barcode of this product itself.'),
    )
    const coffee = await addProduct(
      { api: thandi.api, siteid: rosebank },
      { productname: 'Coffee 3', barcode: '302', further_barcodes: [carton('301')] },
    )
    await expect(thandi.api.products.update({ ...createEdit(coffee, { siteid: thandi.siteid }) })).rejects.toMatchObject({
      code: 'FURTHER_BARCODE_TAKEN',
    })
    await thandi.api.products.remove({ productid: tea.productid })
    await thandi.api.products.update({ ...createEdit(coffee, { siteid: thandi.siteid }) })
    expect(await find('301')).toEqual(['Coffee 3'])
  })

  test('of two windows that save the same code at once: one is saved, as a further one or as the barcode', async () => {
    for (const further of [true, false]) {
      const code = `two windows ${further}`
      const [first, second] = await Promise.all([
        addProduct(thandi, { productname: `Window A ${further}` }),
        addProduct(thandi, { productname: `Window B ${further}` }),
      ])
      const outcomes = await Promise.allSettled([
        thandi.api.products.update({ ...createEdit(first, { further_barcodes: [carton(code)] }) }),
        thandi.api.products.update({
          ...createEdit(second, further ? { further_barcodes: [carton(code)] } : { barcode: code }),
        }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'FURTHER_BARCODE_TAKEN' })
      expect(await find(code)).toHaveLength(1)
    }
  })

  test('are kept apart by the database too, in whatever order two transactions write', async () => {
    const [first, second] = [
      await addProduct(thandi, { productname: 'Race A' }),
      await addProduct(thandi, { productname: 'Race B' }),
    ]
    const [one, other] = [await server.ownerPool.connect(), await server.ownerPool.connect()]
    try {
      await one.query('begin')
      await one.query(`update product set barcode = 'race' where productid = $1`, [first.productid])
      const waiting = other
        .query(`update product set further_barcodes = '[{"barcode": "RACE", "units": 2}]' where productid = $1`, [
          second.productid,
        ])
        .catch((error) => error)
      await one.query('commit')
      expect(await waiting).toMatchObject({ code: '23505', constraint: 'product_barcodes__barcode_at_site' })
    } finally {
      one.release()
      other.release()
    }
  })

  test('are those of all sites that sell the product, go along to another site, and are named where a site has them otherwise', async () => {
    const rice = await addProduct(thandi, { productname: 'Rice 5', barcode: '501', further_barcodes: [carton('502', 10)] })
    const { productid } = await thandi.api.products.addToSite({ productid: rice.productid, siteid: rosebank })
    expect(await read(productid)).toEqual([carton('502', 10)])
    const edit = { ...createEdit(await thandi.api.products.get({ productid: rice.productid })) }
    await thandi.api.products.update({ ...edit, further_barcodes: [carton('502', 12), carton('503', 2)] })
    expect(await read(productid)).toEqual([carton('502', 12), carton('503', 2)])
    await addProduct({ api: thandi.api, siteid: rosebank }, { productname: 'Beans 5', barcode: '504' })
    const again = createEdit(await thandi.api.products.get({ productid: rice.productid }), { further_barcodes: [carton('504')] })
    await expect(thandi.api.products.update({ ...again })).rejects.toMatchObject(
      taken('Beans 5 already has the barcode 504 at Rosebank.'),
    )
    const salt = await addProduct(thandi, { productname: 'Salt 5', further_barcodes: [carton('504')] })
    await expect(thandi.api.products.addToSite({ productid: salt.productid, siteid: rosebank })).rejects.toMatchObject(
      taken('Beans 5 already has the barcode 504.'),
    )
  })

  test('come to another site with a transfer, but for those that a product there has', async () => {
    const oil = await addProduct(thandi, {
      ...{ productname: 'Oil 6', barcode: '601', stock: 50 },
      further_barcodes: [carton('602', 6), carton('603', 12)],
    })
    await addProduct({ api: thandi.api, siteid: rosebank }, { productname: 'Vinegar 6', barcode: '602' })
    const { documentid } = await thandi.api.stock.create({
      ...{ kind: 'transfer', siteid: thandi.siteid, to_siteid: rosebank, request_id: randomUUID(), finish: true },
      lines: [{ productid: oil.productid, quantity: 12 }],
    })
    const { lines, version } = await thandi.api.stock.get({ documentid })
    expect(lines).toMatchObject([{ further_barcodes: [carton('602', 6), carton('603', 12)] }])
    await thandi.api.stock.receive({
      ...{ documentid, opened: { version }, siteid: rosebank, lines: [{ productid: oil.productid, quantity: 12 }] },
    })
    const { rows } = await thandi.api.products.list({ barcode: '601' })
    expect(rows.find(({ siteid }) => siteid === rosebank)).toMatchObject({ stock: 12, further_barcodes: [carton('603', 12)] })
  })

  test('are in the log of changes, and a change is taken back', async () => {
    const jam = await addProduct(thandi, { productname: 'Jam 7', further_barcodes: [carton('701', 6)] })
    const { productid } = jam
    await thandi.api.products.update({ ...createEdit(jam, { further_barcodes: [] }) })
    const { rows } = await thandi.api.changes.history({ noun: 'product', rowid: String(productid) })
    expect(rows).toMatchObject([
      { action: 'changed', before: { further_barcodes: [carton('701', 6)] }, after: { further_barcodes: [] } },
      { action: 'created', after: { further_barcodes: [carton('701', 6)] } },
    ])
    await thandi.api.products.undo({ productid, changeid: rows[0]?.changeid ?? 0 })
    expect(await read(productid)).toEqual([carton('701', 6)])
  })

  test('are kept when products with one barcode are merged', async () => {
    const [kept, gone] = [
      await addProduct(thandi, { productname: 'Soap 8', barcode: '801', stock: 1, further_barcodes: [carton('802')] }),
      await addProduct(thandi, { productname: 'Soap 8 old', barcode: '803', stock: 2, further_barcodes: [carton('804', 6)] }),
    ]
    await server.ownerPool.query(`update product set barcode = '801', shares_barcode = true where productid = $1`, [
      gone.productid,
    ])
    await server.ownerPool.query('update product set shares_barcode = true where productid = $1', [gone.productid])
    await thandi.api.products.merge({ productid: kept.productid, others: [gone.productid] })
    expect(await thandi.api.products.get({ productid: kept.productid })).toMatchObject({
      stock: 3,
      further_barcodes: [carton('802'), carton('804', 6)],
    })
    expect(await find('804')).toEqual(['Soap 8'])
  })

  test('of an unknown product that is added: its sales become those of the product that has the code', async () => {
    const sugar = await addProduct(thandi, { productname: 'Sugar 9', further_barcodes: [carton('901', 1)] })
    expect(
      await thandi.api.products.unknown.add({
        products: [{ siteid: thandi.siteid, barcode: '901', productname: 'Sugar?', price: 9 }],
      }),
    ).toEqual({ added: 0 })
    expect(await find('901')).toEqual(['Sugar 9'])
    expect(sugar.productid).toBeGreaterThan(0)
  })
})
