import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { findMismatches } from '../db/testing/find-mismatches.ts'
import { createBackupName } from '../server/backup/stored-backups.ts'
import { createTillShop, startRetryingTill } from '../server/testing/retrying-till.ts'
import { DATABASE_DAMAGES, ROLL_UP_DAMAGES } from './lib/database-damages.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { runWinkel } from './lib/run-winkel.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

const BATCH = 25
const ROLL_UPS = ROLL_UP_DAMAGES.map(({ name }) => name)

type Finding = { check: string; status: 'ok' | 'warning' | 'problem'; sentence: string }
type Shop = Awaited<ReturnType<typeof openShop>>

export default defineDrill({
  description: 'doctor finds each kind of damage and nothing else, and --repair puts the roll-ups right while tills sell',
  options: { sales: 2_000, each: 1_000 },
  tiny: { sales: 50, each: 1 },
  async run(context) {
    const { options, promise } = context
    const shop = await openShop(context)
    await sell(shop, async (countAnswered) => {
      while (countAnswered() < options.sales) await delay(50)
    })
    const healthy = await runDoctor(shop)
    promise(
      'an installation in order has no findings, and exit code 0',
      healthy.code === 0 && healthy.findings.length === 0,
      healthy,
    )

    for (const damages of [createDatabaseDamages(shop), createFileDamages(shop), VARIABLE_DAMAGES]) {
      for (const damage of damages.slice(0, options.each)) {
        await damage.plant()
        await expectFinding(context, shop, damage)
        await damage.undo()
      }
    }
    await loseBucket(context, shop)
    const again = await runDoctor(shop)
    promise('nothing is found when each damage is undone', again.code === 0 && again.findings.length === 0, again)

    await repairRollUpsOnly(context, shop)
    await repairWhileTillsSell(context, shop)
  },
})

async function openShop(context: DrillContext) {
  const server = await startServerProcess(context, { environment: { BACKUPS: 'off' } })
  await server.waitUntilReady()
  const { owner } = await signUpShop(server)
  const superuser = new Client({ ...(await findOwnerConnection(server.dataDir)), user: 'postgres' })
  await superuser.connect()
  context.onFinished(() => superuser.end())
  const { keys } = await createTillShop(superuser, 2, owner)
  const { url, dataDir } = server
  return { context, url, dataDir, businessid: owner.businessid, keys, superuser }
}

/** Runs `work` while tills sell. */
async function sell({ url, keys }: Shop, work: (countAnswered: () => number) => Promise<void>) {
  const tills = keys.map((key, till) => startRetryingTill(url, key, { till, batch: BATCH }))
  try {
    await work(() => tills.reduce((sum, { answered }) => sum + answered.size, 0))
  } finally {
    await Promise.all(tills.map((till) => till.stop()))
  }
}

/** What is not in order. */
async function runDoctor({ context, dataDir }: Shop, environment: Record<string, string> = {}, args: string[] = []) {
  const { code, stdout, stderr } = await runWinkel(context, ['doctor', '--json', ...args], {
    DATA_DIR: dataDir,
    BACKUPS: 'off',
    ...environment,
  })
  if (code === 2) throw new Error(stderr)
  const findings: Finding[] = JSON.parse(stdout).findings
  return { code, findings: findings.filter(({ status }) => status !== 'ok') }
}

type Expected = { name: string; check: string; sentence: RegExp; environment?: Record<string, string> }

/** The one finding is the damage, and the exit code is 1 where it is a problem. */
async function expectFinding({ promise }: DrillContext, shop: Shop, { name, check, sentence, environment }: Expected) {
  const { code, findings } = await runDoctor(shop, environment)
  const [finding] = findings
  const isFound = findings.length === 1 && finding?.check === check && sentence.test(finding.sentence)
  promise(`found: ${name}`, code === (finding?.status === 'problem' ? 1 : 0) && isFound, findings)
}

type Damage = Expected & {
  plant(): Promise<unknown>
  undo(): Promise<unknown>
}

const createDatabaseDamages = ({ superuser }: Shop): Damage[] =>
  DATABASE_DAMAGES.map(({ plant, undo, ...expected }) => ({
    ...expected,
    plant: () => superuser.query(plant),
    undo: () => superuser.query(undo),
  }))

/** What is wrong in the data folder, or in a row beside its files. */
function createFileDamages({ dataDir, businessid, superuser }: Shop): Damage[] {
  const picture = '0123456789abcdef0123456789abcdef'
  const folder = join(dataDir, 'files', 'pictures', businessid)
  const orphan = join(folder, `${picture}-full.webp`)
  const secret = join(dataDir, 'auth-secret')
  const backups = join(dataDir, 'backups')
  const age = { check: 'last backup', environment: { BACKUPS: 'on' } }
  return [
    {
      name: 'a file of no picture',
      check: 'pictures',
      sentence: /^1 file belongs to no product/,
      plant: async () => {
        await mkdir(folder, { recursive: true })
        await writeFile(orphan, 'x')
      },
      undo: () => rm(orphan),
    },
    {
      name: 'a picture without files',
      check: 'pictures',
      sentence: /^2 files of pictures are missing/,
      plant: () =>
        superuser.query(`update product set picture = $1 where productid = (select min(productid) from product)`, [picture]),
      undo: () => superuser.query('update product set picture = null'),
    },
    {
      name: 'a folder that others read',
      check: 'configuration',
      sentence: /^Other users of this machine can read/,
      plant: () => chmod(dataDir, 0o755),
      undo: () => chmod(dataDir, 0o700),
    },
    {
      name: 'a secret that is missing',
      check: 'configuration',
      sentence: /auth-secret is missing/,
      plant: () => rename(secret, `${secret}.away`),
      undo: () => rename(`${secret}.away`, secret),
    },
    {
      ...age,
      name: 'an old backup',
      sentence: /^The last backup was made 30 hours ago\.$/,
      plant: async () => {
        await mkdir(backups, { recursive: true })
        await writeFile(join(backups, createBackupName(new Date(Date.now() - 30 * 3_600_000), 'nightly')), '')
      },
      undo: async () => {
        for (const name of await readdir(backups)) await rm(join(backups, name))
      },
    },
  ]
}

const nothing = async () => undefined

const VARIABLE_DAMAGES: Damage[] = [
  {
    name: 'a public URL without encryption',
    check: 'configuration',
    sentence: /^PUBLIC_URL is http:/,
    environment: { PUBLIC_URL: 'http://shop.example' },
    plant: nothing,
    undo: nothing,
  },
  {
    name: 'a mail server that is away',
    check: 'mail',
    sentence: /^The mail server 127\.0\.0\.1:1 cannot be used/,
    environment: { SMTP_URL: 'smtp://127.0.0.1:1' },
    plant: nothing,
    undo: nothing,
  },
]

async function loseBucket({ promise }: DrillContext, shop: Shop) {
  const { code, findings } = await runDoctor(shop, { FILES_URL: 's3+http://key:secret@127.0.0.1:1/shop' })
  const checks = findings.map(({ check }) => check)
  promise('found: a bucket that is away', code === 1 && checks.join() === 'file store,pictures', findings)
}

/** One hash for each table, of all its rows. */
async function hashTables({ superuser }: Shop) {
  const { rows } = await superuser.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`,
  )
  const hashes = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await superuser.query(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text collate "C"), '')) as hash from ${name} t`,
    )
    hashes.set(name, found[0].hash)
  }
  return hashes
}

/** With a wrong stock, sequence, picture and policy beside wrong roll-ups. */
async function repairRollUpsOnly(context: DrillContext, shop: Shop) {
  const others = DATABASE_DAMAGES.filter(({ check }) => ['sequences', 'stock', 'roles, rights and rules'].includes(check))
  for (const { plant } of others) await shop.superuser.query(plant)
  for (const { plant } of ROLL_UP_DAMAGES) await shop.superuser.query(plant)
  const before = await hashTables(shop)
  const found = await runDoctor(shop)
  const [sentence] = found.findings.filter(({ check }) => check === 'roll-ups').map(({ sentence }) => sentence)
  context.promise(
    'wrong roll-ups are found in each table',
    ROLL_UPS.every((table) => sentence?.includes(table)),
    sentence,
  )

  const repaired = await runDoctor(shop, {}, ['--repair', '--yes'])
  const after = await hashTables(shop)
  const changed = [...after].filter(([table, hash]) => before.get(table) !== hash).map(([table]) => table.replace('public.', ''))
  context.promise(
    '--repair changes the roll-ups, adds itself to the log of the operator, and changes no other table',
    changed.toSorted().join() === [...ROLL_UPS, 'operator_log'].toSorted().join(),
    changed,
  )
  const rest = found.findings.filter(({ check }) => check !== 'roll-ups')
  context.promise('all other findings remain', JSON.stringify(repaired.findings) === JSON.stringify(rest), repaired.findings)
  for (const { undo } of others) await shop.superuser.query(undo)
  const mismatches = await findMismatches(shop.superuser, shop.businessid)
  context.promise('the roll-ups equal the sales then', Object.keys(mismatches).length === 0, mismatches)
}

async function repairWhileTillsSell(context: DrillContext, shop: Shop) {
  for (const { plant } of ROLL_UP_DAMAGES) await shop.superuser.query(plant)
  let sold = 0
  await sell(shop, async (countAnswered) => {
    const { findings } = await runDoctor(shop, {}, ['--repair', '--yes'])
    sold = countAnswered()
    context.promise('--repair leaves no finding while tills sell', findings.length === 0, findings)
  })
  context.figure('sales answered during the repair', sold)
  const mismatches = await findMismatches(shop.superuser, shop.businessid)
  context.promise('tills sell during the repair', sold > 0)
  context.promise('stock and roll-ups equal the sales in the end', Object.keys(mismatches).length === 0, mismatches)
}
