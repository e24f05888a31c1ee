import { once } from 'node:events'
import { hostname } from 'node:os'
import type { Command } from 'commander'
import { Client, type ClientConfig } from 'pg'
import { typeParsers } from '../../db/connection/pool.ts'
import { createDataFolder } from '../../db/embedded/create-data-folder.ts'
import { getErrorMessage } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import { type EmptyTarget, openTarget } from '../../db/open-store.ts'
import { findAuthSecret, findSecretOfBackup, saveAuthSecret } from '../../server/backup/auth-secret.ts'
import { type ErasedBusiness, listErased } from '../../server/backup/erased-marks.ts'
import { findLocation } from '../../server/backup/find-location.ts'
import { countRows, fingerprint, type Manifest } from '../../server/backup/manifest.ts'
import { checkBackup, restoreBackup } from '../../server/backup/restore-backup.ts'
import { findBackupFolder } from '../../server/backup/stored-backups.ts'
import { type OperatorConfig, readOperatorConfig } from '../../server/config.ts'
import type { Finding } from '../../server/doctor/check.ts'
import { eraseAgain } from '../../server/erasure/erase-as-owner.ts'
import { createFolderNames, removeFolder } from '../../server/erasure/erase-business.ts'
import { createObjectStore } from '../../server/storage/object-store.ts'
import { addIdentityOption, type IdentityOption, openBackupSource } from '../shared/backup-source.ts'
import { checkInstallation } from '../shared/check-installation.ts'
import { formatTime } from '../shared/dates.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { recordOperationOn } from '../shared/operation.ts'
import { addJsonOption, createOutput, type OutputOptions } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'
import { withStopSignal } from '../shared/with-stop-signal.ts'

const SECOND_MS = 1_000

/** Fills an empty database, or a new DATA_DIR, with a backup. */
export function addRestore(program: Command) {
  const command = program
    .command('restore')
    .description('restore a backup into an empty database or a new DATA_DIR')
    .argument('<file>', 'a backup: a file, or s3://key:secret@host/bucket/folder/file?region=…')
  addJsonOption(addIdentityOption(command)).action(run)
}

async function run(place: string, options: OutputOptions & IdentityOption) {
  const output = createOutput(options)
  const operator = readOperatorConfig(process.env)
  const openSource = () => openBackupSource(place, options)
  const checking = createProgress({ unit: 'bytes' })
  let total = 0
  const manifest = await checkBackup(openSource, (bytes) => {
    total += bytes
    checking.count(bytes)
  }).finally(checking.end)

  const restore = async (target: EmptyTarget) => {
    const restoring = createProgress({ unit: 'bytes', total })
    await restoreBackup({
      ...target,
      files: createObjectStore(operator),
      openSource,
      manifest,
      saveSecret: (secret) => saveAuthSecret(operator.dataDir, secret, process.env['AUTH_SECRET']),
      onRead: (bytes) => {
        restoring.count(bytes)
        restoring.advance(bytes)
      },
    })
    restoring.end()
    await recordOperationOn(target.owner)
    const erased = await eraseErased(place, manifest, target.owner, operator)
    const findings = await runDoctor(target.owner, operator, output.message)
    await printResult({ manifest, operator, findings, erased }, output)
  }
  const open = async () => {
    await createDataFolder(operator.dataDir)
    return openTarget({ ...operator, log: silentLog })
  }
  // An operator's PostgreSQL rolls back when this process ends.
  if (operator.databaseUrl || operator.databaseOwnerUrl) return restore(await open())
  await withStopSignal('The restore was stopped.', async (signal) => {
    const target = await open()
    try {
      signal.throwIfAborted()
      // Stopping PostgreSQL ends the restore.
      await Promise.race([restore(target), once(signal, 'abort').then(() => signal.throwIfAborted())])
    } finally {
      await target.close()
    }
  })
}

const runDoctor = (owner: ClientConfig, operator: OperatorConfig, print: (line: string) => void) =>
  withClient(owner, async (client) => {
    const findings = await checkInstallation({ client, isEmbedded: !operator.databaseOwnerUrl, operator }, print)
    return findings.filter(({ status }) => status !== 'ok')
  })

/** Erases the businesses again that were erased after the backup was made: files beside it, and beside this server's backups, name them. */
async function eraseErased(place: string, { made_at }: Manifest, owner: ClientConfig, operator: OperatorConfig) {
  const stores = [(await findLocation(place)).store, await findBackupFolder(operator)]
  const lists = await Promise.allSettled(stores.map(listErased))
  const later = lists
    .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    // The name of the file has whole seconds.
    .filter(({ erasedAt }) => erasedAt.getTime() + SECOND_MS > new Date(made_at).getTime())
  const unread = lists.flatMap((list) => (list.status === 'rejected' ? [getErrorMessage(list.reason)] : []))
  const businesses = await withClient(owner, async (client) => {
    const erased = await eraseAgain(client, [...new Set(later.map(({ businessid }) => businessid))])
    await keepErased(client, later)
    const files = createObjectStore(operator)
    for (const { businessid } of erased)
      for (const folder of createFolderNames(businessid)) await removeFolder(files, folder).catch(() => undefined) // the server tries again
    return erased
  })
  return { businesses, unread }
}

/** The log of the backup is older. The servers of the restored database write the marks of these rows beside their backups. */
const keepErased = (client: Client, erased: ErasedBusiness[]) =>
  client.query(
    `insert into operator_log (logged_at, os_user, host, command, arguments, outcome)
     select max(erased_at), 'restore', $3, 'business erase', array[id], 'done'
       from unnest($1::text[], $2::timestamptz[]) erased (id, erased_at) group by id`,
    [erased.map(({ businessid }) => businessid), erased.map(({ erasedAt }) => erasedAt), hostname()],
  )

async function withClient<T>(owner: ClientConfig, work: (client: Client) => Promise<T>) {
  const client = new Client({ ...owner, types: typeParsers })
  client.on('error', () => undefined) // the statement under way rejects with the same error
  await client.connect()
  return work(client).finally(() => client.end())
}

type Restored = {
  manifest: Manifest
  operator: OperatorConfig
  findings: Finding[]
  erased: Awaited<ReturnType<typeof eraseErased>>
}

async function printResult({ manifest, operator, findings, erased }: Restored, output: ReturnType<typeof createOutput>) {
  const rows = countRows(manifest)
  const warning = await describeSecret(manifest, operator)
  const result = { made_at: manifest.made_at, rows, pictures: manifest.pictures.files, warning, findings }
  const again = erased.businesses.map(({ businessid }) => businessid)
  output.result({ ...result, ...(again.length > 0 && { erased_again: again }) }, () =>
    [
      `Restored ${rows} rows and ${manifest.pictures.files} pictures of ${formatTime(new Date(manifest.made_at))}.`,
      again.length > 0 && `Erased again, because they were erased after this backup was made: ${again.join(', ')}.`,
      ...erased.unread.map(
        (reason) => `Which businesses were erased since could not be read: ${reason}. Run \`business erase\` for them.`,
      ),
      warning,
      findings.length > 0 && `Findings of doctor: ${findings.length}.`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
  // A new installation has no backup of its own yet, which is only a warning.
  if (findings.some(({ status }) => status === 'problem')) process.exitCode = EXIT.findings
}

/** A sentence when the server is going to use another secret than when the backup was made. */
async function describeSecret({ auth_secret }: Manifest, { dataDir }: OperatorConfig) {
  const secret = await findAuthSecret(dataDir, process.env['AUTH_SECRET'])
  if (!auth_secret.fingerprint || (secret && fingerprint(secret.value) === auth_secret.fingerprint)) return undefined
  const { fingerprint: old } = auth_secret
  const file = await findSecretOfBackup(dataDir, (secret) => fingerprint(secret) === old)
  const where = file
    ? `set AUTH_SECRET to the text in ${file}, and delete that file`
    : 'set the old one, which was a variable there and is in no backup'
  return `AUTH_SECRET is another one than when the backup was made: ${where}. With another one everybody signs in again, and two-step sign-in has to be turned off for its users.`
}
