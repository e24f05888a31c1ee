import { Socket } from 'node:net'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOwner, createTill } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

/** Where a socket connects to: the path of a Unix socket, or a host. Node passes its arguments as an array. */
function findTarget([first]: unknown[]) {
  const options = Array.isArray(first) ? first[0] : first
  return options.path ?? options.host ?? 'localhost'
}

test('dependencies: a server connects to its database and to nothing else, so no dependency reports its use', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  onTestFinished(() => connect.mockRestore())
  const server = await testServer()
  try {
    const owner = await createOwner(server)
    await (await createTill(server, owner)).push([{ reference: 'r-1', saledate: '2026-11-21T14:05', finalamount: 1 }])
    const { productid } = await owner.api.products.create({
      siteid: owner.siteid,
      productname: 'Bread',
      barcode: '',
      category: '',
      supplier: '',
      description: '',
      price: 1,
      purchaseprice: 1,
      stock: 1,
    })
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const uploaded = await owner.fetch(`/api/v1/products/${productid}/picture`, {
      method: 'PUT',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/png' },
    })
    expect(uploaded.ok).toBe(true)
    await owner.api.session.requestPasswordReset({ email: owner.credentials.email })
    for (const path of ['/api/docs', '/api/v1/openapi.json', '/readyz']) expect((await owner.fetch(path)).ok, path).toBe(true)
  } finally {
    await server.close()
  }
  const targets = [...new Set(connect.mock.calls.map(findTarget))]
  expect(targets.length).toBeGreaterThan(0)
  expect(targets.filter((target) => !/^(127\.0\.0\.1|localhost|\/.*)$/.test(target))).toEqual([])
})
