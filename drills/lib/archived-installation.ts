import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { ClientBase } from 'pg'
import sharp from 'sharp'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { createOwner } from '../../server/testing/clients.ts'
import { createTillShop } from '../../server/testing/retrying-till.ts'
import { type ArchivedPostgres, startArchivedPostgres } from './archived-postgres.ts'
import type { DrillContext } from './drill.ts'
import { startKeepingTill } from './keeping-till.ts'
import { getProgram, waitFor } from './programs.ts'
import { runWinkel } from './run-winkel.ts'
import { createFolder, startServerProcess } from './server-process.ts'
import { toClientServer } from './shop.ts'

const TILLS = 4
const BATCH = 5
/** Together up to 150 sales a second. */
const PAUSE_MS = 130

export type ArchivedInstallation = Awaited<ReturnType<typeof startArchivedInstallation>>

const SELECT_LAST_SALE = 'select max(received_at) as time from sales'

type Context = Omit<DrillContext, 'options'>

/** A whole second, the sales that were answered before it, and the sites that had been added. */
type Moment = { time: Date; answered: Set<string>; sites: string[] }

/** As pgBackRest reads it. */
export const formatTarget = (time: Date) => time.toISOString().replace(/T(.*)\..*/, ' $1+00')

/** Since a time of `performance.now()`. */
export const formatSeconds = (startedAt: number) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`

/** A database with its archive, servers on it, and a business whose tills sell and keep what they sold. */
export async function startArchivedInstallation(context: Context, count: number) {
  const { figure, promise, progress } = context
  const postgres = await startArchivedPostgres(context)
  const [dataDir, folder] = [await createFolder(context), await createFolder(context)]
  const environment = { ...postgres.environment, AUTH_SECRET: 'the secret of the servers of this drill', BACKUPS: 'off' }
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  const startServers = async () => {
    // One after the other: the first one migrates.
    const servers = []
    for (const port of ports) {
      const server = await startServerProcess(context, { dataDir, port, environment })
      await server.waitUntilReady()
      servers.push(server)
    }
    return servers
  }
  let servers = await startServers()
  const stopServers = () => Promise.all(servers.map((server) => server.stop()))
  const urls = servers.map(({ url }) => url)
  const client = await postgres.connect()
  const owner = await createOwner({ ...toClientServer({ url: urls[0] ?? '' }), store: { ownerPool: client } })
  const { keys } = await createTillShop(client, TILLS, owner).finally(() => client.end())
  const tills = await Promise.all(
    keys.map((key, till) =>
      startKeepingTill(urls[till % count] ?? '', key, {
        till,
        batch: BATCH,
        pauseMs: PAUSE_MS,
        file: join(folder, `${till}.jsonl`),
      }),
    ),
  )
  const readAnswered = () => new Set(tills.flatMap(({ answered }) => [...answered]))
  const countAnswered = () => readAnswered().size
  const sellMore = async (sales: number) => {
    const wanted = countAnswered() + Math.ceil(sales)
    progress(`${wanted} sales`)
    while (countAnswered() < wanted) await Promise.race([delay(50), ...tills.map(({ failed }) => failed)])
  }
  const rsync = (...args: string[]) => promisify(execFile)(getProgram('rsync'), args)
  const [files, copy, removed] = [join(dataDir, 'files/'), join(folder, 'pictures/'), join(folder, 'removed/')]
  const winkel = (...args: string[]) => runWinkel(context, args, { DATA_DIR: dataDir, ...environment })
  const epochs = new Set([await readEpoch(postgres)])

  return {
    ...{ postgres, owner, dataDir, tills, readAnswered, countAnswered, sellMore, winkel },
    stopTills: () => Promise.all(tills.map((till) => till.stop())),
    /** The next whole second of the database, in which the tills go on. Returns when it is over. */
    noteMoment: async (sites: string[]): Promise<Moment> => {
      const answered = readAnswered()
      const client = await postgres.connect()
      const { rows } = await client.query<{ time: Date }>(
        `select date_trunc('second', clock_timestamp()) + interval '1 second' as time`,
      )
      const time = rows[0]?.time ?? new Date()
      await waitFor('the next second', async () => {
        const { rows } = await client.query('select clock_timestamp() > $1 as is_over', [time])
        return rows[0].is_over || undefined
      }).finally(() => client.end())
      return { time, answered, sites }
    },
    replacePicture: async (productid: number) => {
      const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'orange' } })
        .png()
        .toBuffer()
      const { status } = await owner.fetch(`/api/v1/products/${productid}/picture`, {
        method: 'PUT',
        body: new Uint8Array(picture),
        headers: { 'content-type': 'image/png' },
      })
      if (status >= 300) throw new Error(`a picture was answered with ${status}`)
    },
    copyPictures: () => rsync('-a', '--delete', '--backup', `--backup-dir=${removed}`, files, copy),
    bringPicturesBack: () => rsync('-a', '--ignore-existing', removed, files),
    stopServers,
    /** As deploy/pgbackrest/README.md says: servers stopped, the database restored, and the servers started again. */
    restore: async (what: string, moment: Moment, ...args: string[]) => {
      progress(what)
      const startedAt = performance.now()
      await stopServers()
      await postgres.restore('--type=time', `--target=${formatTarget(moment.time)}`, '--target-action=promote', ...args)
      const client = await postgres.connect()
      await checkMoment(context, what, client, moment).finally(() => client.end())
      const epoch = await readEpoch(postgres)
      promise(`${what}: tills learn of it without a command`, !epochs.has(epoch), [...epochs])
      epochs.add(epoch)
      const { code, stderr } = await winkel('tills', 'send-again', moment.time.toISOString().replace('.000', ''))
      if (code !== 0) throw new Error(stderr)
      servers = await startServers()
      figure(what, formatSeconds(startedAt))
    },
    /** Restores to the end of the archive. Returns how many seconds of sales it lacks. */
    loseMachine: async () => {
      progress('the machine of the database is lost')
      const before = await postgres.connect()
      const { rows: lastSold } = await before.query(SELECT_LAST_SALE).finally(() => before.end())
      await postgres.lose()
      await stopServers()
      const startedAt = performance.now()
      await postgres.restore()
      const after = await postgres.connect()
      const { rows: lastRestored } = await after.query(SELECT_LAST_SALE).finally(() => after.end())
      const epoch = await readEpoch(postgres)
      promise('lost machine: tills learn of it without a command', !epochs.has(epoch), [...epochs])
      servers = await startServers()
      figure('restore to the end of the archive', formatSeconds(startedAt))
      return (lastSold[0].time.getTime() - lastRestored[0].time.getTime()) / 1000
    },
  }
}

/** Everything that was answered before the moment is there, and nothing that came after it. */
async function checkMoment({ promise }: Context, what: string, client: ClientBase, { time, answered, sites }: Moment) {
  const { rows } = await client.query<{ reference: string; is_late: boolean; lines: number }>(
    `select reference, received_at > $1 as is_late,
            (select count(*)::integer from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)) as lines
       from sales s`,
    [time],
  )
  const found = await client.query<{ sitename: string }>(`select sitename from site where location = 'Durban'`)
  const stored = new Set(rows.map(({ reference }) => reference))
  const missing = [...answered].filter((reference) => !stored.has(reference))
  const late = rows.filter(({ is_late }) => is_late)
  const names = found.rows.map(({ sitename }) => sitename)
  promise(`${what}: every sale that was answered before is there`, missing.length === 0 && answered.size > 0, missing.slice(0, 5))
  promise(`${what}: nothing is there that came later`, late.length === 0 && names.join() === sites.join(), { late, names })
  promise(`${what}: no line of a sale is deleted`, rows.length > 0 && rows.every(({ lines }) => lines === 2))
}

async function readEpoch(postgres: ArchivedPostgres) {
  const client = await postgres.connect()
  const { rows } = await client.query('select current_epoch() as epoch').finally(() => client.end())
  return String(rows[0].epoch)
}
