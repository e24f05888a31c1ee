import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type ClientBase } from 'pg'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { createPgCtl, findBinaries, findRunAs, runProgram } from '../../db/embedded/pg-ctl.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

/** The programs that npm installed, in place of a folder of programs. */
export const EMBEDDED_PROGRAMS = 'embedded'

/**
 * A PostgreSQL of an operator, of the programs in `bin`, set up as docs/operating.md says: a database and its owner. It is stopped
 * when the drill ends. Returns the variables of a server on it.
 */
export async function startExternalPostgres(context: DrillPlace, bin: string) {
  const home = await createFolder(context)
  const folder = join(home, 'postgres')
  await mkdir(folder, { mode: 0o700 })
  const binaries = bin === EMBEDDED_PROGRAMS ? await findBinaries() : { initdb: join(bin, 'initdb'), pg_ctl: join(bin, 'pg_ctl') }
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, password)
  const runAs = await findRunAs(folder, binaries)
  await runProgram(runAs, binaries.initdb, [
    '-D',
    folder,
    '--username=postgres',
    '--data-checksums',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
  ])
  const port = await findFreePort()
  await appendFile(
    join(folder, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  )
  const postgres = createPgCtl(binaries, runAs, folder)
  const starting = postgres.start()
  context.onFinished(() => starting.then(postgres.stop))
  await starting

  const admin = new Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' })
  await admin.connect()
  await createWinkelDatabase(admin, password)
  const { rows } = await admin.query('show server_version')
  await admin.end()
  return {
    version: String(rows[0].server_version),
    environment: {
      DATABASE_URL: `postgres://winkel:${randomBytes(16).toString('hex')}@127.0.0.1:${port}/winkel`,
      DATABASE_OWNER_URL: `postgres://winkel_owner:${password}@127.0.0.1:${port}/winkel`,
    },
  }
}

/** The owner with a password and the database, as docs/operating.md says. */
export async function createWinkelDatabase(admin: ClientBase, password: string) {
  await admin.query(`create role winkel_owner login createrole password '${password}'`)
  await admin.query(`create database winkel owner winkel_owner encoding 'UTF8' template template0`)
}
