import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readMigrations, readReleasedMigrations } from '../../db/migration-files.ts'
import { startTestCluster, TEMPLATE } from '../../db/testing/cluster.ts'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { PICTURE_SIZES, pictureKey } from '../storage/picture-files.ts'

// `npm run release` records the version of package.json, once its schema is done: the checksums of the migrations that are new in it,
// and a backup with a row in every table. Both are committed, and no later commit changes them.

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = join(ROOT, 'db', 'released')
const PICTURE = '0123456789abcdef0123456789abcdef'

const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
const released = await readReleasedMigrations()
if (version in released) throw new Error(`${version} is released. The next release has another version in package.json.`)

const known = Object.assign({}, ...Object.values(released))
const files = await readMigrations()
const added = files.filter(({ name }) => !(name in known)).map(({ name, sha256 }) => [name, sha256])
await writeBackupOfRelease(join(FOLDER, `${version}.winkel-backup`))
await writeFile(
  join(FOLDER, 'migrations.json'),
  `${JSON.stringify({ ...released, [version]: Object.fromEntries(added) }, null, 2)}\n`,
)
console.log(`Recorded ${version} with ${added.length} new migrations in db/released.`)

async function writeBackupOfRelease(location: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-release-'))
  const { cluster, stop } = await startTestCluster()
  try {
    const owner = { ...cluster.owner, database: TEMPLATE }
    const client = new Client(owner)
    await client.connect()
    const { businessid, productid } = await createFilledBusiness(client)
    await client.query('update product set picture = $1 where productid = $2', [PICTURE, productid])
    await client.end()
    const store = createObjectStore({ dataDir })
    for (const size of PICTURE_SIZES)
      await store.put(pictureKey({ businessid, picture: PICTURE }, size), new Uint8Array([1, 2, 3]))
    await makeBackup({ config: { dataDir }, database: owner, kind: 'manual', location })
  } finally {
    await stop()
    await rm(dataDir, { recursive: true })
  }
}
