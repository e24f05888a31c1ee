import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import sharp from 'sharp'
import { parseDatabaseUrl } from '../db/connection/external.ts'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { findFreePort } from '../db/embedded/free-port.ts'
import { createClient } from '../server/testing/clients.ts'
import {
  createNumberedSale,
  createTillShop,
  findLosses,
  sendUntilAnswered,
  startRetryingTill,
} from '../server/testing/retrying-till.ts'
import { compareFigures, readFigures } from './lib/compare-figures.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { EMBEDDED_PROGRAMS, startExternalPostgres } from './lib/external-postgres.ts'
import { runWinkel } from './lib/run-winkel.ts'
import { S3_SERVER, startS3Server, TEST_BUCKET } from './lib/s3-server.ts'
import { createDataDir, createFolder, startServerProcess } from './lib/server-process.ts'
import { createProduct, signUpShop } from './lib/shop.ts'

const TILLS = 4
const BATCH = 25
const NAME = 'shop.winkel-backup'

type Context = Omit<DrillContext, 'options'>

/** A data folder, and the variables of an external PostgreSQL where there is one. */
type Place = { dataDir: string; environment: Record<string, string> }

type Shop = Awaited<ReturnType<typeof openShop>>

export default defineDrill({
  description:
    'backups while tills sell, restored after a wipe, from a bucket, and into another PostgreSQL and back: nothing answered is lost',
  options: {
    sales: 10_000,
    pictures: 20,
    postgres: '/usr/lib/postgresql/15/bin',
    s3: S3_SERVER,
    restores: 'bucket,external,back',
  },
  tiny: { sales: 50, pictures: 1, postgres: EMBEDDED_PROGRAMS, s3: TEST_BUCKET, restores: 'external' },
  async run(context) {
    const { options, figure, promise } = context
    const restores = options.restores.split(',')
    const port = await findFreePort()
    const folder = await createFolder(context)
    const embedded: Place = { dataDir: await createDataDir(context), environment: {} }
    let server = await startAt(context, embedded, port)
    const shop = await openShop(server, embedded)
    const productid = await uploadPictures(shop, options.pictures)

    const file = join(folder, NAME)
    const answered = await backUpWhileTillsSell(context, { shop, place: embedded, file, sales: options.sales })
    await server.stop()
    await rm(embedded.dataDir, { recursive: true })
    await restore(context, 'after the wipe', embedded, file)
    server = await startAt(context, embedded, port)
    await checkRestoredSales(context, shop, embedded, answered)
    const picture = await shop.session().fetch(`/api/v1/products/${productid}/picture`)
    promise('a picture is shown', picture.status === 200 && (await picture.blob()).size > 100_000, picture.status)

    const bucket = await startS3Server(context, options.s3)
    const inBucket = `${bucket.bucketUrl}/nightly/${NAME}`
    const before = await readFigures(shop)
    await backUp(context, 'into the bucket', embedded, inBucket)
    if (options.s3 !== TEST_BUCKET) {
      const parts = bucket.lines.filter((line) => /UploadPart 200/.test(line)).length
      figure('parts of the upload', parts)
      promise('the backup is uploaded in several parts', parts > 1, bucket.lines.slice(-5))
    }
    await command(context, embedded, ['verify', inBucket])
    await server.stop()
    if (restores.includes('bucket')) {
      await rm(embedded.dataDir, { recursive: true })
      await restore(context, 'from the bucket', embedded, inBucket)
      server = await startAt(context, embedded, port)
      await compareFigures(context, 'from the bucket', shop, before)
      await server.stop()
    }
    if (!restores.includes('external')) return

    const { version, environment } = await startExternalPostgres(context, options.postgres)
    figure('external PostgreSQL', version)
    const secret = { AUTH_SECRET: 'the secret of the external installation' }
    const external: Place = { dataDir: await createFolder(context), environment: { ...environment, ...secret } }
    await restore(context, 'into the external PostgreSQL', external, file)
    server = await startAt(context, external, port)
    await shop.signInAgain()
    await checkTills(context, 'into the external PostgreSQL', shop, external)
    const after = await readFigures(shop)
    const back = join(folder, `back-${NAME}`)
    await backUp(context, 'of the external PostgreSQL', external, back)
    await server.stop()
    if (!restores.includes('back')) return

    const again: Place = { dataDir: join(folder, 'again'), environment: secret }
    await restore(context, 'back into the embedded PostgreSQL', again, back)
    server = await startAt(context, again, port)
    await compareFigures(context, 'back into the embedded PostgreSQL', shop, after)
    await checkTills(context, 'back into the embedded PostgreSQL', shop, again)
  },
})

async function startAt(context: Context, { dataDir, environment }: Place, port: number) {
  const server = await startServerProcess(context, { dataDir, port, environment: { BACKUPS: 'off', ...environment } })
  await server.waitUntilReady()
  return server
}

/** A command of the operator, which must succeed. Its result. */
async function command(context: Context, { dataDir, environment }: Place, args: string[]) {
  context.progress(`winkel ${args.join(' ')}`)
  const { code, stdout, stderr, seconds } = await runWinkel(context, [...args, '--json'], {
    DATA_DIR: dataDir,
    BACKUPS: 'off',
    ...environment,
  })
  if (code !== 0) throw new Error(`winkel ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return { result: JSON.parse(stdout), seconds }
}

async function backUp(context: Context, what: string, place: Place, location: string) {
  const { result, seconds } = await command(context, place, ['backup', location])
  context.figure(
    `backup ${what}`,
    `${result.rows} rows, ${result.pictures} pictures, ${(result.bytes / 1e6).toFixed(1)} MB in ${seconds} s`,
  )
}

async function restore(context: Context, what: string, place: Place, location: string) {
  const { result, seconds } = await command(context, place, ['restore', location])
  context.figure(`restore ${what}`, `${seconds} s, with checks`)
  context.promise(`doctor finds nothing ${what}`, result.findings.length === 0, result.findings)
}

async function connect({ dataDir, environment }: Place) {
  const url = environment['DATABASE_OWNER_URL']
  const client = new Client(url ? parseDatabaseUrl(url) : await findOwnerConnection(dataDir))
  await client.connect()
  return client
}

/** A business with an owner who is signed in, products and till keys. */
async function openShop(server: Awaited<ReturnType<typeof startAt>>, place: Place) {
  const { owner, server: address } = await signUpShop(server)
  const client = await connect(place)
  const { keys } = await createTillShop(client, TILLS, owner).finally(() => client.end())
  let current: Pick<typeof owner, 'api' | 'fetch'> = owner
  return {
    url: server.url,
    businessid: owner.businessid,
    keys,
    owner,
    /** The session in which every call of the shop is made. */
    session: () => current,
    /** With the password, in a new browser. */
    signInAgain: async () => {
      const browser = createClient(address)
      await browser.api.session.signIn(owner.credentials)
      current = browser
    },
  }
}

/** Noise, which WebP cannot make small: the backup gets so large that a bucket takes it in several parts. Returns the last product. */
async function uploadPictures({ owner }: Shop, count: number) {
  let last = 0
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  for (let nth = 0; nth < count; nth++) {
    last = await createProduct(owner, 1)
    const picture = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: 'white', noise } })
      .jpeg()
      .toBuffer()
    const { status } = await owner.fetch(`/api/v1/products/${last}/picture`, {
      method: 'PUT',
      body: new Uint8Array(picture),
      headers: { 'content-type': 'image/jpeg' },
    })
    if (status >= 300) throw new Error(`a picture was answered with ${status}`)
  }
  return last
}

type LoadedBackup = { shop: Shop; place: Place; file: string; sales: number }

/** The sales that were answered before the backup began, and those that were answered in the end. */
async function backUpWhileTillsSell(context: Context, { shop, place, file, sales }: LoadedBackup) {
  const tills = shop.keys.map((key, till) => startRetryingTill(shop.url, key, { till, batch: BATCH }))
  const readAnswered = () => new Map(tills.flatMap((till) => [...till.answered]))
  while (readAnswered().size < sales) await delay(50)
  const before = readAnswered()
  await backUp(context, 'while tills sell', place, file)
  const during = readAnswered().size - before.size
  await Promise.all(tills.map((till) => till.stop()))
  context.figure('sales answered before the backup', before.size)
  context.figure('sales answered during the backup', during)
  context.promise('tills sell during the backup', during > 0)
  return { before, all: readAnswered() }
}

async function checkRestoredSales(
  context: Context,
  shop: Shop,
  place: Place,
  answered: { before: Map<string, number>; all: Map<string, number> },
) {
  const { figure, promise } = context
  const client = await connect(place)
  const { missing, unanswered, storedTwice, partial, mismatches } = await findLosses(client, shop.businessid, answered.before)
  const { rows } = await client.query('select count(*)::integer as stored from sales where businessid = $1', [shop.businessid])
  await client.end()
  figure('sales restored', rows[0].stored)
  promise('every sale that was answered before the backup is restored', missing.length === 0, missing.slice(0, 5))
  promise(
    'every restored sale was answered, is there once and is whole',
    storedTwice === 0 && partial.length === 0 && unanswered.every(({ reference }) => answered.all.has(reference)),
    { storedTwice, partial: partial.slice(0, 5), unanswered: unanswered.slice(0, 5) },
  )
  promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
  const { status } = await shop.owner.fetch('/api/v1/sites')
  promise('who was signed in before the wipe still is', status === 200, status)
  await shop.signInAgain()
  promise('the password signs in', (await shop.session().fetch('/api/v1/sites')).status === 200)
  await checkTills(context, 'after the wipe', shop, place)
}

/** A till sends a known sale again and a new one, with the key that it had. */
async function checkTills({ promise }: Context, what: string, shop: Shop, place: Place) {
  const client = await connect(place)
  const { rows } = await client.query<{ count: number }>(
    `select split_part(max(reference), '-', 2)::integer as count from sales where businessid = $1 and reference ~ '^0-\\d+$'`,
    [shop.businessid],
  )
  await client.end()
  const known = createNumberedSale(0, rows[0]?.count ?? 0)
  const answers = await sendUntilAnswered(() => shop.url, shop.keys[0] ?? '', [known, { ...known, reference: `new ${what}` }])
  const statuses = answers.map(({ status }) => status)
  promise(`tills go on ${what}: a known sale is known, a new one is stored`, statuses.join() === 'duplicate,created', answers)
}
