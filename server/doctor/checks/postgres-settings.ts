import { type Check, ok, problem, warning } from '../check.ts'

const OLDEST_POSTGRES = { number: 150_014, name: '15.14' }

export const postgresVersion: Check = {
  name: 'PostgreSQL version',
  async run({ client }) {
    const { rows } = await client.query(
      `select current_setting('server_version_num')::int as number, split_part(current_setting('server_version'), ' ', 1) as name`,
    )
    const { number, name } = rows[0]
    return number < OLDEST_POSTGRES.number
      ? problem(`PostgreSQL is ${name}, and Winkel needs ${OLDEST_POSTGRES.name} or newer.`, 'Upgrade PostgreSQL.')
      : ok(`PostgreSQL is ${name}.`)
  },
}

type Setting = { value: string; sentence: string }

/** The settings without which an answered sale can be lost, or the database becomes slow and unsafe. */
const NEEDED: Record<string, Setting> = {
  fsync: { value: 'on', sentence: 'a power cut can destroy the database' },
  full_page_writes: { value: 'on', sentence: 'a power cut can destroy the database' },
  autovacuum: { value: 'on', sentence: 'tables grow without limit' },
  server_encoding: { value: 'UTF8', sentence: 'not every name can be stored' },
  ignore_checksum_failure: { value: 'off', sentence: 'damaged pages are read as if they were right' },
}
const SYNCHRONOUS_COMMIT = { name: 'synchronous_commit', sentence: 'an answered sale can be lost at a power cut' }

export const postgresSettings: Check = {
  name: 'PostgreSQL settings',
  async run({ client, login }) {
    const { rows: settings } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [[...Object.keys(NEEDED), SYNCHRONOUS_COMMIT.name, 'data_checksums']],
    )
    const values = new Map(settings.map(({ name, setting }) => [name, setting]))
    // The login role may have a value of its own, which this connection does not see.
    const { rows: own } = await client.query<{ setting: string }>(
      `select setting from pg_db_role_setting s, unnest(setconfig) setting
        where (setrole = (select oid from pg_roles where rolname = $1) or setrole = 0)
          and setdatabase in (0, (select oid from pg_database where datname = current_database()))`,
      [login],
    )
    for (const { setting } of own) values.set(setting.slice(0, setting.indexOf('=')), setting.slice(setting.indexOf('=') + 1))

    const wrong = Object.entries(NEEDED).flatMap(([name, { value, sentence }]) =>
      values.has(name) && values.get(name) !== value ? [describe(name, values.get(name), value, sentence)] : [],
    )
    if (values.get(SYNCHRONOUS_COMMIT.name) === 'off')
      wrong.push(describe(SYNCHRONOUS_COMMIT.name, 'off', 'on', SYNCHRONOUS_COMMIT.sentence))
    if (values.get('data_checksums') === 'off')
      wrong.push(
        warning(
          'data_checksums is off: PostgreSQL does not notice a page that the disk has changed.',
          'Stop PostgreSQL and run pg_checksums --enable.',
        ),
      )
    return wrong.length > 0 ? wrong : ok('fsync, full_page_writes, synchronous_commit and the other settings are safe.')
  },
}

const describe = (name: string, value: string | undefined, needed: string, sentence: string) =>
  problem(
    `${name} is ${value}: ${sentence}.`,
    name === 'server_encoding'
      ? `Create the database again with encoding '${needed}' and restore a backup into it.`
      : `Run alter system set ${name} = '${needed}'; select pg_reload_conf(); or change it where it is set.`,
  )
