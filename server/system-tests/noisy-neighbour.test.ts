import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const SALE = { saledate: '2026-11-21T10:00:00Z', finalamount: 1 }

test('a business whose every call waits for one long change leaves the others their room', async () => {
  const [thandi, anna] = [await createOwner(server), await createOwner(server, { businessname: 'Botha Bakery' })]
  const tills = await Promise.all(Array.from({ length: 12 }, () => createTill(server, thandi)))
  const pushes = () => Promise.all(tills.map(({ push }, index) => push([{ ...SALE, reference: `held up ${index}` }])))

  const change = await server.ownerPool.connect()
  await change.query('begin')
  await change.query('select from site where siteid = $1 for update', [thandi.siteid])
  const began = performance.now()
  const heldUp = pushes()
  let areWaiting = true
  const answered = heldUp.finally(() => {
    areWaiting = false
  })
  while (areWaiting) {
    const asked = performance.now()
    expect((await anna.send('GET', '/api/v1/sites')).status).toBe(200)
    // Whoever waits for a turn waits 2.5 s.
    expect(performance.now() - asked).toBeLessThan(2_000)
  }
  await answered

  for (const { status, headers, body } of await heldUp) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ code: 'TOO_BUSY', message: expect.stringContaining('try again') })
  }
  expect(performance.now() - began).toBeLessThan(15_000)

  await change.query('rollback')
  change.release()
  for (const { status, body } of await pushes()) {
    expect(status).toBe(200)
    expect(body.sales[0].status).toBe('created')
  }
})

test('people of one business who all ask at once are answered in turn', async () => {
  const thandi = await createOwner(server)
  const answers = await Promise.all(Array.from({ length: 60 }, () => thandi.send('GET', '/api/v1/sites')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})
