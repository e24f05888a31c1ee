import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { createPgCtl, findBinaries, findRunAs } from '../embedded/pg-ctl.ts'
import { createSocketFolder } from '../embedded/socket-folder.ts'
import type { TestCluster } from './cluster.ts'

/** What belongs to the running server and not to its data. */
const NOT_COPIED = /\/(postmaster\.(pid|opts)|server\.log.*|pg_replslot\/.+|pgsql_tmp.*)$/

/**
 * A streaming standby of a test cluster, which must listen on a socket. The data folder is copied: the embedded PostgreSQL comes without
 * pg_basebackup.
 */
export async function startStandby({ admin }: TestCluster) {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-standby-'))
  const folder = join(dataDir, 'postgres')
  await copyData(admin, folder)
  const binaries = await findBinaries()
  const runAs = await findRunAs(folder, binaries)
  const socket = { host: await createSocketFolder(folder, runAs), port: Number(admin.port) }
  const settings = {
    unix_socket_directories: socket.host,
    primary_conninfo: `host=${admin.host} port=${admin.port} user=${admin.user}`,
    hot_standby: 'on',
    wal_retrieve_retry_interval: '100ms',
    synchronous_standby_names: '',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  await appendFile(join(folder, 'postgresql.conf'), `${lines.join('\n')}\n`)
  const postgres = createPgCtl(binaries, runAs, folder)
  await postgres.start()

  return {
    /** Where the standby is, beside the fields of a login to the primary. */
    socket,
    /** A statement as the superuser of the standby. */
    async run(statement: string) {
      const client = new Client({ ...admin, ...socket })
      await client.connect()
      return client.query(statement).finally(() => client.end())
    },
    start: postgres.start,
    stop: postgres.stop,
    async remove() {
      if (await postgres.isRunning()) await postgres.stop()
      await Promise.all([dataDir, socket.host].map((path) => rm(path, { recursive: true, force: true })))
    },
  }
}

async function copyData(admin: ClientConfig, folder: string) {
  const client = new Client(admin)
  await client.connect()
  try {
    const { rows } = await client.query('show data_directory')
    await client.query(`select pg_backup_start('standby', true)`)
    await cp(rows[0].data_directory, folder, { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
    const { rows: ends } = await client.query('select labelfile from pg_backup_stop(false)')
    await writeFile(join(folder, 'backup_label'), ends[0].labelfile)
    await writeFile(join(folder, 'standby.signal'), '')
  } finally {
    await client.end()
  }
}
