import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findLosses } from '../server/testing/retrying-till.ts'
import { type ArchivedInstallation, formatSeconds, formatTarget, startArchivedInstallation } from './lib/archived-installation.ts'
import { type ArchivedPostgres, findArchivingObstacle } from './lib/archived-postgres.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { findLinuxObstacle } from './lib/postgres-processes.ts'
import { createProduct } from './lib/shop.ts'

/** archive_timeout of deploy/pgbackrest/postgresql.conf, and some seconds for the copy. */
const MAX_LOST_SECONDS = 70
const DAY_MS = 24 * 3600 * 1000

type Context = Omit<DrillContext, 'options'>

export default defineDrill({
  description:
    'pgBackRest while tills sell, all lines of sales deleted by mistake, and the second before restored, then the machine lost: the tills bring back what was sold since',
  options: { sales: 5_000, servers: 2 },
  tiny: { sales: 60, servers: 1 },
  findObstacle: () => findLinuxObstacle() ?? findArchivingObstacle(),
  async run(context) {
    const { options, figure, promise, limit } = context
    const installation = await startArchivedInstallation(context, options.servers)
    const { postgres, owner, sellMore, countAnswered } = installation
    const sellSome = () => sellMore(options.sales / 7)
    const backUp = async (type: string) => {
      const startedAt = performance.now()
      await postgres.pgbackrest(`--type=${type}`, 'backup')
      figure(`${type} backup`, formatSeconds(startedAt))
    }

    await sellSome()
    await backUp('full')
    await sellSome()
    await backUp('incr')
    const productid = await createProduct(owner, 1)
    await installation.replacePicture(productid)
    await installation.copyPictures()
    const early = await installation.noteMoment([])
    await owner.api.sites.create({ sitename: 'Before', location: 'Durban' })
    await sellSome()
    const late = await installation.noteMoment(['Before'])

    await installation.replacePicture(productid)
    await installation.copyPictures()
    await owner.api.sites.create({ sitename: 'After', location: 'Durban' })
    await sellSome()
    const client = await postgres.connect()
    const { rowCount: deleted } = await client.query('delete from saleitems').finally(() => client.end())
    await sellSome()
    figure('sales answered until the restored second', late.answered.size)
    figure('sales answered until the restore', countAnswered())
    figure('lines of sales deleted by mistake', deleted ?? 0)

    await installation.stopServers()
    await expectRefusal(context, postgres, 'before the first backup', { days: -1, reason: /unable to find backup set/ })
    await expectRefusal(context, postgres, 'in the future', { days: 1, reason: /ended before configured recovery target/ })
    await installation.restore('restore to a second that is too early', early)
    await sellSome()
    await installation.restore('restore to the second before the accident', late, '--target-timeline=1')
    await installation.bringPicturesBack()
    await backUp('full')
    await sellSome()
    const lostSeconds = await installation.loseMachine()
    figure('seconds of sales that the archive lacks when the machine is lost', lostSeconds.toFixed(1))
    limit('the archive lacks no more than archive_timeout and the copy of a segment', lostSeconds < MAX_LOST_SECONDS, lostSeconds)
    await sellSome()
    await installation.stopTills()
    await checkSales(context, installation)
    const { restored } = await owner.api.dashboard.figuresCheck()
    promise(
      'the dashboard says up to when the data was restored, and that every till has sent again',
      restored?.restored_to.getTime() === late.time.getTime() && restored.waiting.length === 0,
      restored,
    )
    await checkPictures(context, installation)
    await checkRepository(context, postgres)
  },
})

type Refusal = { days: number; reason: RegExp }

/** A moment that the archive does not have. */
async function expectRefusal({ promise }: Context, postgres: ArchivedPostgres, what: string, { days, reason }: Refusal) {
  const target = formatTarget(new Date(Date.now() + days * DAY_MS))
  const refusal = await postgres.restore('--type=time', `--target=${target}`, '--target-action=promote').then(
    () => 'it was restored',
    (error) => String(error),
  )
  promise(`a moment ${what} is refused, and nothing is served`, reason.test(refusal), refusal)
}

async function checkSales({ figure, promise }: Context, { postgres, owner, tills, readAnswered }: ArchivedInstallation) {
  const answered = readAnswered()
  const client = await postgres.connect()
  const { rows } = await client.query<{ reference: string }>('select reference from sales where businessid = $1', [
    owner.businessid,
  ])
  const { partial, storedTwice, mismatches } = await findLosses(client, owner.businessid, new Map()).finally(() => client.end())
  const stored = new Set(rows.map(({ reference }) => reference))
  const lost = [...answered].filter((reference) => !stored.has(reference))
  const again = tills.flatMap((till) => till.sentAgain)
  const missing = again.filter((status) => status === 'created').length
  figure('sales answered in all', answered.size)
  figure('sales sent again', `${again.length}, of which ${missing} were missing`)
  figure('sales lost', lost.length)
  figure('sales stored twice', storedTwice)
  promise('the restored databases lacked sales', missing > 0)
  promise('no answered sale is lost', lost.length === 0, lost.slice(0, 5))
  promise('no sale is stored twice or in part', storedTwice === 0 && partial.length === 0, partial.slice(0, 5))
  promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
}

/** The picture of the restored second is back. Doctor names the files of the one that came later, and nothing else. */
async function checkPictures({ promise }: Context, { dataDir, winkel }: ArchivedInstallation) {
  const runDoctor = async () => {
    const { code, stdout, stderr } = await winkel('doctor', '--json')
    if (code === 2) throw new Error(stderr)
    const findings: { check: string; status: string; sentence: string }[] = JSON.parse(stdout).findings
    return findings.filter(({ status }) => status !== 'ok')
  }
  const [finding, ...others] = await runDoctor()
  const [, key] = /belong to no product, the first is (\S+)-full\.webp/.exec(finding?.sentence ?? '') ?? []
  promise('doctor finds only the picture that came later', key !== undefined && others.length === 0, [finding, ...others])
  for (const size of ['full', 'thumb']) await rm(join(dataDir, 'files', `${key}-${size}.webp`))
  const findings = await runDoctor()
  promise('doctor finds nothing without it', findings.length === 0, findings)
}

type Repository = Pick<ArchivedPostgres, 'pgbackrest' | 'repository'>

/** Damage in the repository is found. */
async function checkRepository({ promise }: Context, { pgbackrest, repository }: Repository) {
  const whole = await pgbackrest('--output=text', 'verify')
  promise('pgBackRest finds the repository whole', !whole.includes('invalid'), whole)
  const folder = join(repository, 'archive', 'winkel', '15-1', '0000000100000000')
  const [segment = ''] = await readdir(folder)
  const file = await open(join(folder, segment), 'r+')
  await file.write('damage', 1000).finally(() => file.close())
  const damaged = await pgbackrest('--output=text', 'verify')
  promise('pgBackRest finds a damaged segment', /status: error[\s\S]*checksum invalid: 1/.test(damaged), damaged)
}
