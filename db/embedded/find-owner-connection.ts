import { isAbsolute, join } from 'node:path'
import type { ClientConfig } from 'pg'
import { DATABASE, OWNER } from './create-database.ts'
import { readEndpoint } from './endpoint.ts'
import { readOrCreatePassword } from './password.ts'

/** The connection of the database's owner, on a data folder whose PostgreSQL runs: for the operator's own statements. */
export async function findOwnerConnection(dataDir: string): Promise<ClientConfig> {
  const endpoint = await readEndpoint(join(dataDir, 'postgres'))
  const password = isAbsolute(endpoint.host) ? undefined : await readOrCreatePassword(dataDir)
  return { ...endpoint, user: OWNER, database: DATABASE, password, ssl: false }
}
