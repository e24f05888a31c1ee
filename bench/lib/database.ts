import { Client, type ClientConfig, types } from 'pg'

export type Database = Client

/** bigint and numeric as numbers, as the API has them. */
const PARSERS: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1082: (text) => text }
const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** What a baseline may use beyond the settings of the cluster. */
export const BASELINE_SETTINGS = { work_mem: '64MB', jit: 'off', max_parallel_workers_per_gather: '2', statement_timeout: '0' }

/** A connection for baselines: PostgreSQL as it is, without row security. */
export async function connect(config: ClientConfig): Promise<Database> {
  const options = Object.entries(BASELINE_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const db = new Client({ ...config, types: typeParsers, options: ['-c timezone=UTC', ...options].join(' ') })
  await db.connect()
  return db
}

/** A connection that fires no trigger and checks no foreign key: what it writes must be consistent as it is. */
export async function connectWithoutTriggers(config: ClientConfig): Promise<Database> {
  const db = await connect(config)
  await db.query('set session_replication_role = replica; set synchronous_commit = off')
  return db
}

/** The settings that decide how fast a statement is, and the version. */
export async function describePostgres(db: Database) {
  const { rows } = await db.query<{ name: string; value: string }>(
    `select name, current_setting(name) as value
       from unnest(array['server_version', 'shared_buffers', 'work_mem', 'effective_cache_size', 'random_page_cost', 'max_wal_size',
                         'jit', 'fsync', 'synchronous_commit', 'full_page_writes', 'max_parallel_workers_per_gather']) name`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
