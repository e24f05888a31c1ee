import { createOwner, createTill } from '../../server/testing/clients.ts'
import type { ServerProcess } from './server-process.ts'

/** What the test clients need to know of a server. */
export const toClientServer = ({ url }: Pick<ServerProcess, 'url'>) => ({
  url,
  config: { publicUrl: url },
  secrets: new Set<string>(),
})

/** A business that signed up through the API, with an owner who is signed in and a till. */
export async function signUpShop(process: Pick<ServerProcess, 'url'>) {
  const server = toClientServer(process)
  const owner = await createOwner(server)
  return { server, owner, till: await createTill(server, owner) }
}
