import { Client, type ClientConfig } from 'pg'

/** What COPY text depends on, and no limit of time: both ends of a backup use the same. */
const SETTINGS = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'extra_float_digits=1',
  'bytea_output=hex',
  'client_encoding=UTF8',
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
]

/** A connection for a backup or a restore, with the rights of `role` if it is given. */
export async function openSession(database: ClientConfig, name: string, role?: string) {
  const settings = role ? [...SETTINGS, `role=${role}`] : SETTINGS
  const options = [database.options, ...settings.map((setting) => `-c ${setting}`)].filter(Boolean).join(' ')
  const client = new Client({ ...database, options, application_name: name, types: undefined })
  client.on('error', () => undefined) // the statement under way rejects with the same error
  await client.connect()
  const close = () => client.end().catch(() => undefined)
  return { client, close }
}
