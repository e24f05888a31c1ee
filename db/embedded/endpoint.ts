import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder with a socket, or a host, and its port. */
export type Endpoint = { host: string; port: number }

/** Where the PostgreSQL that runs on `folder` listens, as its postmaster.pid says. */
export async function readEndpoint(folder: string): Promise<Endpoint> {
  const [, , , port, socketFolder, tcpHost] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const host = socketFolder || tcpHost
  if (!host) throw new Error(`${folder}/postmaster.pid is not complete yet`)
  return { host, port: Number(port) }
}
