import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PICTURE_MAX_BYTES } from '../../../../contract/shared/constants.ts'
import { bucketServer } from '../../../testing/bucket.ts'
import { createAccount, createClient, createOwner, createTill, type Owner } from '../../../testing/clients.ts'
import { startServer, testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
  .jpeg()
  .toBuffer()
const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'green' } })
  .png()
  .toBuffer()

let thandi: Owner
let productid: number
let path: string
beforeAll(async () => {
  thandi = await createOwner(server)
})
beforeEach(async () => {
  productid = await newProduct(thandi)
  path = `/api/v1/products/${productid}/picture`
})

const newProduct = async ({ api, siteid }: Owner, barcode = '') =>
  (await api.products.create({ siteid, productname: 'Bread', barcode, price: 1, purchaseprice: 1, stock: 1 })).productid

/** Breaks the connection at the COMMIT of the next picture, just before or just after it is executed. */
function loseAnswerOfCommit(when: 'after' | 'before') {
  let isAboutPicture = false
  const query = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    isAboutPicture ||= JSON.stringify(asked[0]).includes('update product set picture')
    if (asked[0] !== 'commit' || !isAboutPicture) return Reflect.apply(query, this, asked)
    spy.mockRestore()
    return this.query(when === 'after' ? 'commit' : 'rollback').then(() => {
      throw new Error('Connection terminated unexpectedly')
    }) as never
  })
  onTestFinished(() => spy.mockRestore())
}

const put = (who: Pick<Owner, 'fetch'>, body: Uint8Array, { to = path, type = 'image/jpeg' } = {}) =>
  who.fetch(to, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } })

const readAnswer = async (response: Response) => ({ status: response.status, body: JSON.parse(await response.text()) })
const findPicture = async (id = productid) =>
  (await server.ownerPool.query('select picture from product where productid = $1', [id])).rows[0]?.picture
const findFiles = async ({ businessid }: Owner) =>
  (await readdir(join(server.config.dataDir, 'files', 'pictures', businessid)).catch(() => [])).sort()

describe('product picture', () => {
  test('is of a product that comes by a transfer too, but for one that was deleted since: its files are gone', async () => {
    const { api, siteid } = thandi
    const { siteid: to_siteid } = await api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const deleted = await newProduct(thandi)
    for (const id of [productid, deleted]) await put(thandi, png, { to: `/api/v1/products/${id}/picture`, type: 'image/png' })
    const lines = [productid, deleted].map((id) => ({ productid: id, quantity: 1 }))
    const { documentid } = await api.stock.create({ kind: 'transfer', siteid, to_siteid, finish: true, lines })
    await api.products.remove({ productid: deleted })
    await api.stock.receive({ documentid, siteid: to_siteid, lines, opened: { version: 2 } })
    const { rows } = await api.products.list({ siteid: to_siteid, sort: 'productname' })
    expect(rows.map(({ picture }) => picture)).toEqual([await findPicture(), null])
  })

  test('is stored, is in the list, and is served in two sizes', async () => {
    const { status, body } = await readAnswer(await put(thandi, jpeg))
    expect({ status, body }).toEqual({ status: 200, body: { picture: expect.stringMatching(/^[0-9a-f]{32}$/) } })
    const listed = (await thandi.api.products.list({})).rows.find((product) => product.productid === productid)
    expect(listed).toMatchObject({ picture: body.picture, version: 1 })
    for (const [query, width] of [
      ['', 400],
      ['?size=thumb', 160],
    ] as const) {
      const shown = await thandi.fetch(path + query)
      expect(shown.headers.get('content-type')).toBe('image/webp')
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width })
    }
  })

  test('is cached for ever under its name, and revalidated without it', async () => {
    const { picture } = (await readAnswer(await put(thandi, jpeg))).body
    const named = await thandi.fetch(`${path}?v=${picture}`)
    expect(named.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const plain = await thandi.fetch(path)
    expect(plain.headers.get('cache-control')).toBe('private, no-cache')
    const headers = { 'if-none-match': String(plain.headers.get('etag')) }
    expect((await thandi.fetch(path, { headers })).status).toBe(304)
    expect((await thandi.fetch(`${path}?size=thumb`, { headers })).status).toBe(200)
    await put(thandi, png)
    expect((await thandi.fetch(path, { headers })).status).toBe(200)
    expect((await thandi.fetch(`${path}?v=${picture}`)).headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is not cached as missing', async () => {
    const { picture } = (await readAnswer(await put(thandi, jpeg))).body
    for (const file of await findFiles(thandi))
      if (file.startsWith(picture)) await rm(join(server.config.dataDir, 'files', 'pictures', thandi.businessid, file))
    const missing = await thandi.fetch(`${path}?v=${picture}`)
    expect(missing.status).toBe(404)
    expect(missing.headers.get('cache-control')).toBe('no-store')
    expect(missing.headers.has('etag')).toBe(false)
  })

  test('is deleted with its files when it is replaced or removed, or its product is deleted', async () => {
    const before = await findFiles(thandi)
    await put(thandi, jpeg)
    const second = (await readAnswer(await put(thandi, png, { type: 'image/png' }))).body.picture
    expect((await findFiles(thandi)).filter((file) => !before.includes(file))).toEqual([
      `${second}-full.webp`,
      `${second}-thumb.webp`,
    ])
    expect((await thandi.fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect(await findFiles(thandi)).toEqual(before)
    expect(await findPicture()).toBeNull()
    expect((await thandi.fetch(path)).status).toBe(404)

    await put(thandi, jpeg)
    await thandi.api.products.remove({ productid })
    expect(await findFiles(thandi)).toEqual(before)
  })

  test('is deleted with its files when its product is archived', async () => {
    const before = await findFiles(thandi)
    const sold = await newProduct(thandi, 'sold')
    const to = `/api/v1/products/${sold}/picture`
    await put(thandi, jpeg, { to })
    const counter = await createTill(server, thandi)
    await counter.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', items: [{ barcode: 'sold', quantity: 1 }] }])
    await thandi.api.products.remove({ productid: sold })
    expect(await findFiles(thandi)).toEqual(before)
    expect((await thandi.fetch(to)).status).toBe(404)
    expect((await put(thandi, jpeg, { to })).status).toBe(404)
    expect(await findFiles(thandi)).toEqual(before)
  })

  test('keeps its files after a lost answer to COMMIT if the row was stored, else deletes them', async () => {
    const before = await findFiles(thandi)
    loseAnswerOfCommit('before')
    expect((await put(thandi, jpeg)).status).toBe(503)
    expect(await findPicture()).toBeNull()
    expect(await findFiles(thandi)).toEqual(before)

    loseAnswerOfCommit('after')
    expect((await put(thandi, jpeg)).status).toBe(503)
    const picture = await findPicture()
    expect((await findFiles(thandi)).filter((file) => !before.includes(file))).toEqual([
      `${picture}-full.webp`,
      `${picture}-thumb.webp`,
    ])
    expect((await thandi.fetch(path)).status).toBe(200)
  })

  test('leaves no file when the object store has no room for the second one', async () => {
    const bucket = await bucketServer((file) => file.includes('-thumb'))
    const node = await startServer(server.store, { filesUrl: bucket.filesUrl, publicUrl: server.config.publicUrl })
    onTestFinished(async () => {
      await node.close()
      await bucket.close()
    })
    const there = createClient({ ...node, config: server.config })
    await there.api.session.signIn(thandi.credentials)
    expect(await readAnswer(await put(there, jpeg))).toMatchObject({
      status: 503,
      body: { message: 'The file store does not answer. Please try again in a moment.' },
    })
    expect([...bucket.objects.keys()]).toEqual([])
    expect(await findPicture()).toBeNull()
  })

  test.each(['99999999999999999999', '9300000000000000000', '0'])(
    'of a product with the impossible id %s is not found',
    async (id) => {
      const to = `/api/v1/products/${id}/picture`
      for (const answer of [await thandi.fetch(to), await put(thandi, png, { to }), await thandi.fetch(to, { method: 'DELETE' })])
        expect(await readAnswer(answer)).toMatchObject({ status: 404, body: { message: 'This was deleted or never existed.' } })
    },
  )

  test.each([
    ['a GIF', () => Buffer.from('GIF89a'), 415, 'Use a JPEG, PNG or WebP picture.'],
    ['HTML sent as a picture', () => Buffer.from('<script>alert(1)</script>'), 415, 'Use a JPEG, PNG or WebP picture.'],
    ['nothing', () => Buffer.alloc(0), 415, 'Use a JPEG, PNG or WebP picture.'],
    ['half a picture', () => jpeg.subarray(0, 300), 422, 'Could not read this picture. Use another one.'],
    ['more than 5 MB', () => Buffer.concat([jpeg, Buffer.alloc(PICTURE_MAX_BYTES)]), 413, 'A picture is at most 5 MB.'],
  ])('is refused for %s, and the previous picture stays', async (_what, bytes, status, message) => {
    const { picture } = (await readAnswer(await put(thandi, png))).body
    expect(await readAnswer(await put(thandi, bytes()))).toMatchObject({ status, body: { status, message } })
    expect(await findPicture()).toBe(picture)
    expect((await thandi.fetch(path)).status).toBe(200)
  })

  test('of another business is not found, for reading, saving and removing', async () => {
    const { picture } = (await readAnswer(await put(thandi, jpeg))).body
    const anna = await createOwner(server)
    for (const to of [path, '/api/v1/products/999999/picture']) {
      for (const answer of [
        await anna.fetch(`${to}?v=${picture}`),
        await put(anna, png, { to }),
        await anna.fetch(to, { method: 'DELETE' }),
      ])
        expect(await readAnswer(answer)).toEqual({
          status: 404,
          body: { defined: false, code: 'NOT_FOUND', status: 404, message: 'This was deleted or never existed.' },
        })
    }
    expect(await findPicture()).toBe(picture)
    expect(await findFiles(anna)).toEqual([])
  })

  test('requires a session and a business', async () => {
    await put(thandi, jpeg)
    for (const [who, status] of [
      [createClient(server), 401],
      [await createAccount(server), 403],
    ] as const) {
      for (const answer of [await who.fetch(path), await put(who, png), await who.fetch(path, { method: 'DELETE' })])
        expect(answer.status).toBe(status)
    }
    expect((await thandi.fetch(path)).status).toBe(200)
  })

  test('cannot be changed by a page of another origin or by a form', async () => {
    const send = (method: string, headers: Record<string, string>) =>
      thandi.fetch(path, { method, headers, ...(method === 'PUT' && { body: new Uint8Array(png) }) })
    const evil = { origin: 'https://evil.example' }
    expect((await send('PUT', { ...evil, 'content-type': 'image/png' })).status).toBe(403)
    expect((await send('DELETE', evil)).status).toBe(403)
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', 'application/x-www-form-urlencoded', 'application/json'])
      expect((await send('PUT', { 'content-type': type })).status, type).toBe(415)
    expect(await findPicture()).toBeNull()
    const sites = { method: 'POST', headers: { 'content-type': 'image/png' }, body: '{"sitename":"x","location":"x"}' }
    expect((await thandi.fetch('/api/v1/sites', sites)).status).toBe(415)
  })
})
