import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { QueryResult as PgResult, Pool, PoolClient } from 'pg'
import { isReadOnly } from '../errors.ts'

/** A prepared statement: each connection plans it once under this name. */
export type NamedQuery = CompiledQuery & { readonly name?: string }

/**
 * Kysely's PostgreSQL dialect with two changes that save a round trip or a plan for each request: BEGIN is sent together with the
 * first statement if that has no parameters, and a statement may have a name.
 */
export const createDialect = (pool: Pool): Dialect =>
  Object.assign(new PostgresDialect({ pool }), { createDriver: () => createDriver(pool) })

const createDriver = (pool: Pool): Driver => ({
  init: async () => undefined,
  destroy: async () => undefined,
  acquireConnection: async () => new Connection(await pool.connect()),
  releaseConnection: async (connection) => ours(connection).release(),
  beginTransaction: async (connection, settings) => ours(connection).begin(settings),
  commitTransaction: async (connection) => ours(connection).commit(),
  rollbackTransaction: async (connection) => ours(connection).rollback(),
})

function ours(connection: DatabaseConnection) {
  if (connection instanceof Connection) return connection
  throw new Error('a connection of another driver')
}

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  /** The BEGIN that is not sent yet. */
  #begin: string | undefined
  #isBroken = false

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ name, sql, parameters }: NamedQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#run<R>(sql, [...parameters], name)
    const isWrite = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command)
    return { numAffectedRows: isWrite ? BigInt(rowCount ?? 0) : undefined, rows }
  }

  async #run<R>(text: string, values: unknown[], name?: string): Promise<PgResult<R & object>> {
    try {
      return await this.#send(text, values, name)
    } catch (error) {
      if (isReadOnly(error)) this.#isBroken = true
      throw error
    }
  }

  async #send<R>(text: string, values: unknown[], name?: string): Promise<PgResult<R & object>> {
    const begin = this.#begin
    if (!begin) return this.#client.query({ name, text, values })
    this.#begin = undefined
    if (values.length > 0 || name) {
      await this.#client.query(begin)
      return this.#client.query({ name, text, values })
    }
    const results: unknown = await this.#client.query(`${begin}; ${text}`)
    return (results as PgResult<R & object>[])[1] as PgResult<R & object>
  }

  // biome-ignore lint/correctness/useYield: no query uses a cursor; long results are read in pages.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported: read long results in pages')
  }

  begin({ isolationLevel, accessMode }: TransactionSettings) {
    this.#begin = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
  }

  async commit() {
    if (this.#begin) return
    const { command } = await this.#client.query('commit')
    // PostgreSQL answers COMMIT with ROLLBACK when an earlier statement failed. Nothing is stored.
    if (command === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollback() {
    if (this.#begin) return
    await this.#client.query('rollback').catch((error) => {
      this.#isBroken = true
      throw error
    })
  }

  release() {
    this.#client.release(this.#isBroken)
  }
}
