import type { Command } from 'commander'
import type { ClientBase } from 'pg'
import { getErrorMessage, getRootCause } from '../../db/errors.ts'
import { markErased } from '../../server/backup/erased-marks.ts'
import { BACKUPS_KEPT_DAYS, findBackupFolder, listBackups } from '../../server/backup/stored-backups.ts'
import { eraseAsOwner } from '../../server/erasure/erase-as-owner.ts'
import { createFolderNames, removeFolder } from '../../server/erasure/erase-business.ts'
import { createObjectStore } from '../../server/storage/object-store.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { confirm } from '../shared/confirm.ts'
import { formatTime } from '../shared/dates.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { addJsonOption, createOutput, type OutputOptions, toPlainText } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'
import { type Owner, withOwner } from '../shared/with-owner.ts'

type Options = OutputOptions & { yes?: boolean }

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const DAY_MS = 24 * 3600 * 1000

/** Erases a business at once, closed or not. */
export function addBusinessErase(business: Command) {
  addJsonOption(
    business
      .command('erase <id>')
      .summary('erase a business at once, with its pictures and the logins of its people')
      .description(
        'Erases a business at once, closed or not: all rows, pictures and kept files, and the logins of its people. It cannot be undone. `businesses` lists the ids. Servers may run.',
      )
      .option('--yes', 'do not ask'),
  ).action((id: string, options: Options) => withOwner((owner) => erase(id.toLowerCase(), owner, options)))
}

async function erase(businessid: string, { client, operator, record }: Owner, options: Options) {
  const name = await findName(client, businessid)
  await confirm({
    what: `The business '${toPlainText(name)}' is erased, with all of its sales and pictures and the logins of its people. It cannot be undone.`,
    name: toPlainText(name),
    ...(options.yes && { yes: true }),
  })
  const backups = await findBackupFolder(operator)
  const erasedAt = new Date()
  // First: a restore must not bring back what was erased.
  await markErased(backups, { businessid, erasedAt })
  const progress = createProgress({ unit: 'rows' })
  const rows = await eraseAsOwner(client, businessid, progress.count)
  progress.end()
  await record()
  const pictures = await removeFiles(createObjectStore(operator), businessid)
  if ('problem' in pictures) process.exitCode = EXIT.findings
  const byHand = (await listBackups(backups))
    .filter(({ kind }) => kind === 'manual')
    .map((backup) => backups.describe(backup.name))
  const backups_end_at = new Date(erasedAt.getTime() + BACKUPS_KEPT_DAYS * DAY_MS)
  createOutput(options).result({ businessid, rows, ...pictures, backups_end_at, backups_by_hand: byHand }, () =>
    [
      `The business ${businessid} is erased: ${rows} rows.`,
      'problem' in pictures
        ? `Its files could not be deleted (${pictures.problem}). The server that runs tries it again.`
        : `Files deleted: ${pictures.files}.`,
      `Backups that the server makes have it until ${formatTime(backups_end_at)} at the latest. A restore of one erases it again.`,
      byHand.length > 0 && `Backups made by hand are kept until you delete them. These may have it:\n${byHand.join('\n')}`,
    ]
      .filter(Boolean)
      .join('\n'),
  )
}

async function findName(client: ClientBase, businessid: string) {
  const { rows } = UUID.test(businessid)
    ? await client.query<{ name: string }>('select name from business where id = $1', [businessid])
    : { rows: [] }
  if (!rows[0]) throw new CannotRun('There is no business with this id: `winkel businesses` lists them. Nothing was changed.')
  return rows[0].name
}

/** The server deletes what cannot be deleted now. */
async function removeFiles(files: ReturnType<typeof createObjectStore>, businessid: string) {
  try {
    let removed = 0
    for (const folder of createFolderNames(businessid)) removed += await removeFolder(files, folder)
    return { files: removed }
  } catch (error) {
    return { files: 0, problem: getErrorMessage(getRootCause(error)) }
  }
}
