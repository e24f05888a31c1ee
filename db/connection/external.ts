import { Client, type ClientConfig } from 'pg'
import { CannotStart, getErrorCode, getErrorMessage } from '../errors.ts'
import { CONNECTION_TIMEOUT_MS } from './pool.ts'

const OLDEST_POSTGRES = { number: 150_014, name: '15.14' }

/** The fields of a database URL: with a connection string, pg would ignore the options that are added to those of the URL. */
export function parseDatabaseUrl(url: string): ClientConfig {
  const { user, password, host, port, database, ssl } = new Client({ connectionString: url })
  return {
    user,
    password: password ?? undefined,
    host,
    port,
    database,
    ssl,
    options: new URL(url).searchParams.get('options') ?? undefined,
  }
}

/** In plain words, what the driver says in its own. */
export function describeFailure(error: unknown, { host, port, user }: ClientConfig, variable: string) {
  const message = getErrorMessage(error)
  const place = `${host}:${port}`
  if (/password must be a (non-empty )?string/.test(message))
    return `The database of ${variable} asks for a password, and there is none in it: write postgres://${user}:password@${place}/….`
  switch (getErrorCode(error)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${host} of ${variable} is not known to DNS: correct the name.`
    case 'ECONNREFUSED':
      return `No PostgreSQL answers at ${place}, which ${variable} names: start it, or correct the host and the port.`
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `The host ${place} of ${variable} cannot be reached: look at the network and its firewalls.`
  }
  if (/timeout/.test(message))
    return `Nothing answers at ${place}, which ${variable} names: look at the host, the network and its firewalls.`
  return `The database of ${variable} cannot be reached: ${message}.`
}

/** Connects once, to report the most common problems in one sentence. */
export async function checkServer(config: ClientConfig, variable: string) {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', () => undefined) // connect or query fails too
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding`,
    )
    const { version, encoding } = rows[0]
    if (version < OLDEST_POSTGRES.number) {
      throw new CannotStart(`The PostgreSQL of ${variable} is too old: Winkel needs ${OLDEST_POSTGRES.name} or newer.`)
    }
    if (encoding !== 'UTF8') {
      throw new CannotStart(
        `The database of ${variable} has the encoding ${encoding}: create it with encoding 'UTF8' template template0.`,
      )
    }
  } catch (error) {
    throw error instanceof CannotStart ? error : new CannotStart(describeFailure(error, config, variable))
  } finally {
    await client.end().catch(() => undefined)
  }
}
