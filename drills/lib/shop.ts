import { Client } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { createAccount, createOwner, createTill } from '../../server/testing/clients.ts'
import type { ServerProcess } from './server-process.ts'

/** What the test clients need to know of a server. */
export const toClientServer = ({ url }: Pick<ServerProcess, 'url'>) => ({
  url,
  config: { publicUrl: url },
  secrets: new Set<string>(),
})

/** A connection of the owner of the database. */
export async function connectOwner(dataDir: string) {
  const client = new Client(await findOwnerConnection(dataDir))
  await client.connect()
  return client
}

/** A business with an owner who is signed in and a till. */
export async function signUpShop(process: Pick<ServerProcess, 'url' | 'dataDir'>) {
  const server = toClientServer(process)
  const database = await connectOwner(process.dataDir)
  const owner = await createOwner({ ...server, store: { ownerPool: database } })
  await database.end()
  return { server, owner, till: await createTill(server, owner) }
}

/** A product of the shop's site; its id. */
export async function createProduct({ api, siteid }: Awaited<ReturnType<typeof createOwner>>, stock: number) {
  const { productid } = await api.products.create({
    siteid,
    productname: 'Bread',
    barcode: '',
    category: '',
    supplier: '',
    description: '',
    price: 10,
    purchaseprice: 1,
    stock,
  })
  return productid
}

/** An owner who signed up through the API, so that the password's hash has the usual cost. */
export async function signUpOwner(server: ReturnType<typeof toClientServer>) {
  const account = await createAccount(server)
  await account.api.rpc_create_business({ p_name: 'Nkosi Stores', p_reg: '2026/000001/07' })
  return account
}
