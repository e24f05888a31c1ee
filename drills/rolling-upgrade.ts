import { execFile } from 'node:child_process'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findFreePort } from '../db/embedded/free-port.ts'
import { readMigrations } from '../db/migration-files.ts'
import { createOwner } from '../server/testing/clients.ts'
import { createTillShop, findLosses } from '../server/testing/retrying-till.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { EMBEDDED_PROGRAMS, startExternalPostgres } from './lib/external-postgres.ts'
import { startLoad } from './lib/failover-load.ts'
import { formatCounts } from './lib/format-counts.ts'
import { waitFor } from './lib/programs.ts'
import { startReadyProxy } from './lib/ready-proxy.ts'
import { runWinkel } from './lib/run-winkel.ts'
import { createFolder, type ServerProcess, startServerProcess } from './lib/server-process.ts'
import { toClientServer } from './lib/shop.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['cli', 'contract', 'db', 'server', 'tools']
const TILLS = 4
const run = promisify(execFile)

type Context = Omit<DrillContext, 'options'>
type Release = { version: string; root: string }

export default defineDrill({
  description: 'Two servers behind a proxy are upgraded one after the other, and back, while tills sell: no request fails',
  // `from` is the folder of the last release, installed; without it this code is the last one, and copies of it are the next ones.
  options: { releases: 3, wait: 5, from: '' },
  tiny: { releases: 1, wait: 1 },
  async run(context) {
    const { options, figure, promise, progress } = context
    const releases: [Release, ...Release[]] = options.from
      ? [await readRelease(resolve(options.from)), await readRelease(ROOT)]
      : await createReleases(context, options.releases)
    const { version, environment } = await startExternalPostgres(context, EMBEDDED_PROGRAMS)
    const dataDir = await createFolder(context)
    const variables = { ...environment, DATA_DIR: dataDir, AUTH_SECRET: 'x'.repeat(40), STOP_WAIT_SECONDS: String(options.wait) }
    const migrate = ({ root }: Release) => runWinkel(context, ['migrate'], variables, root)
    const ports = [await findFreePort(), await findFreePort()]
    const proxy = await startReadyProxy(context, ports)
    const servers = new Map<number, ServerProcess>()
    const start = async (port: number, { root }: Release) => {
      // The servers have no rights of the owner, so none of them migrates.
      const { DATABASE_OWNER_URL, ...given } = variables
      const server = await startServerProcess(context, { dataDir, port, root, environment: { ...given, PUBLIC_URL: proxy.url } })
      await server.waitUntilReady()
      await waitFor('requests to the server', async () => proxy.isReady(port) || undefined)
      servers.set(port, server)
    }
    const exitCodes: (number | null | undefined)[] = []
    const replace = async (port: number, release: Release) => {
      exitCodes.push(await servers.get(port)?.stop())
      await start(port, release)
    }

    const [first, ...later] = releases
    await migrate(first)
    for (const port of ports) await start(port, first)
    const client = new Client(environment.DATABASE_OWNER_URL)
    await client.connect()
    context.onFinished(() => client.end())
    const owner = await createOwner({ ...toClientServer(proxy), store: { ownerPool: client } })
    const { keys } = await createTillShop(client, TILLS, owner)
    const load = startLoad(context, { url: proxy.url, keys, owner })
    await load.waitForSales()

    let before = first
    const served: string[] = []
    for (const release of later) {
      const { code, stderr } = await migrate(release)
      promise(`${release.version}: migrates while ${before.version} serves`, code === 0, stderr)
      // A server of the old release that starts again after the migration, one of each, back to the old one, and both of the new one.
      for (const [port, next] of [
        [ports[0], before],
        [ports[0], release],
        [ports[1], release],
        [ports[0], before],
        [ports[0], release],
      ] as [number, Release][]) {
        await replace(port, next)
        await load.waitForSales()
      }
      for (const port of ports) served.push(await readVersion(port))
      promise(
        `${release.version}: both servers have it`,
        // A checkout adds the commit.
        served.slice(-2).every((found) => found.split('+')[0] === release.version),
        served,
      )
      progress(`${release.version}: ${load.countSales()} sales answered`)
      before = release
    }

    const answered = await load.stop()
    const losses = await findLosses(client, owner.businessid, answered)
    const doctor = await runWinkel(context, ['doctor', '--json'], { ...variables, BACKUPS: 'off' }, before.root)
    const findings: { status: string; sentence: string }[] = JSON.parse(doctor.stdout).findings
    const problems = findings.filter(({ status }) => status === 'problem')
    figure('PostgreSQL', version)
    figure('upgrades', later.length)
    figure('servers replaced', exitCodes.length)
    figure('sales answered', answered.size)
    figure('answers to tills', formatCounts(load.tillAnswers))
    figure('answers to the owner', formatCounts(load.ownerAnswers))
    figure('longest time without sales of a till, s', (load.takeLongestGap() / 1000).toFixed(1))
    promise(
      'every request is answered with 200',
      [...load.tillAnswers, ...load.ownerAnswers].every((status) => status === '200'),
    )
    promise('no answered sale is lost', losses.missing.length === 0, losses.missing.slice(0, 5))
    promise('no sale is stored twice', losses.storedTwice === 0, losses.storedTwice)
    promise('stock and roll-ups equal the sales', Object.keys(losses.mismatches).length === 0, losses.mismatches)
    promise(
      'every stop ends with exit code 0',
      exitCodes.every((code) => code === 0),
      exitCodes,
    )
    promise('doctor of the last release finds no problem', problems.length === 0, problems)
  },
})

const readVersion = async (port: number): Promise<string> =>
  (await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).version

const readRelease = async (root: string): Promise<Release> => ({
  version: JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version,
  root,
})

/** This code, and copies of it as its next releases: each has a migration more, which the release before does not know. */
async function createReleases(context: Context, count: number): Promise<[Release, ...Release[]]> {
  const first = await readRelease(ROOT)
  const [major, minor] = first.version.split('.').map(Number)
  const files = await readMigrations()
  const released: Record<string, Record<string, string>> = {
    [first.version]: Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256])),
  }
  const later: Release[] = []
  for (let nth = 1; nth <= count; nth++) {
    const root = await createFolder(context)
    for (const folder of FOLDERS) await run('cp', ['-a', join(ROOT, folder), root])
    for (const [path] of later.entries()) await writeMigration(root, path + 1)
    await writeMigration(root, nth)
    for (const shared of ['node_modules', 'dist']) await symlink(join(ROOT, shared), join(root, shared))
    const next = `${major}.${Number(minor) + nth}.0`
    const packageJson = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    await writeFile(join(root, 'package.json'), JSON.stringify({ ...packageJson, version: next }))
    await writeFile(join(root, 'db', 'released', 'migrations.json'), JSON.stringify(released))
    released[next] = { [toName(nth)]: '' }
    later.push({ version: next, root })
  }
  return [first, ...later]
}

const toName = (nth: number) => `${90 + nth}-release-${nth}`

/** Expands what the release before uses: a table, and a column and an index of tables that tills write and owners read. */
const writeMigration = (root: string, nth: number) =>
  writeFile(
    join(root, 'db', 'migrations', `${toName(nth)}.sql`),
    `create table release_${nth} (businessid uuid not null default current_business() references business (id), name text, primary key (businessid));
     call enforce_tenancy('release_${nth}');
     grant select on release_${nth} to winkel_tenant;
     alter table sales add column release_${nth} text;
     alter table product add column release_${nth} boolean not null default false;
     create index product__release_${nth} on product (businessid, productid) where release_${nth};
     grant update (release_${nth}) on product to winkel_tenant;`,
  )
