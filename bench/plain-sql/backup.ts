import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../lib/database.ts'

/** Writes all tables of one snapshot by COPY to files of the database's machine, without compression and without a network. */
export async function copyTables(db: Database, folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o777 })
  await db.query('begin isolation level repeatable read read only')
  const { rows } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
  )
  for (const { name } of rows) await db.query(`copy ${name} to '${join(folder, name)}'`)
  await db.query('commit')
}
