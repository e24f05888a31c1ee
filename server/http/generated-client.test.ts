import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createOwner, createProgram, createTill } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

// A client that a generator makes of the API's description compiles, and works.

/** A package of its own: openapi-typescript works with TypeScript 5 only. */
const FOLDER = join(import.meta.dirname, '../testing/generated-client')

const server = await testServer()
afterAll(server.close)

const run = (script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], { cwd: FOLDER }).catch(({ stdout, stderr }) => {
    throw new Error(`${script}: ${stdout}${stderr}`)
  })

test('OpenAPI: a generated client compiles with strict types, sends a sale and reads it', async () => {
  await run('node_modules/openapi-typescript/bin/cli.js', `${server.url}/api/v1/openapi.json`, '--output', 'api.gen.ts')
  await run('node_modules/typescript/bin/tsc', '--project', '.')

  const thandi = await createOwner(server)
  const till = await createTill(server, thandi)
  await thandi.api.products.create({
    ...{ siteid: thandi.siteid, productname: 'Milk', barcode: '6001007123459', price: 18.99, purchaseprice: 12, stock: 9 },
  })
  const { key } = await createProgram(server, thandi)
  const { stdout } = await run('program.ts', server.url, till.key, key)
  expect(JSON.parse(stdout)).toMatchObject({
    sent: ['created'],
    read: [{ reference: 'sale 1', finalamount: 18.99, items: [{ barcode: '6001007123459' }] }],
    refused: 'UNAUTHORIZED',
  })
})
