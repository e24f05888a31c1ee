import { Client, type ClientConfig, escapeLiteral } from 'pg'

export const DATABASE = 'winkel'
export const OWNER = 'winkel_owner'

/** Creates the database and its owner, if they are missing. `admin` is the superuser. */
export async function createDatabase(admin: ClientConfig) {
  const client = new Client(admin)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${OWNER}') as owner, exists (select from pg_database where datname = '${DATABASE}') as database`,
    )
    if (!rows[0].owner)
      await client.query(
        `create role ${OWNER} login createrole createdb password ${admin.password ? escapeLiteral(String(admin.password)) : 'null'}`,
      )
    if (!rows[0].database) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}
