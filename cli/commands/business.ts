import type { Command } from 'commander'
import { pino } from 'pino'
import { getErrorMessage } from '../../db/errors.ts'
import { inviteUser } from '../../server/auth/invitations.ts'
import { createMailer } from '../../server/auth/mail.ts'
import { type ImportedUser, importBusiness } from '../../server/business-file/import-business.ts'
import { InvalidBusinessFile } from '../../server/business-file/invalid-business-file.ts'
import { type BusinessFile, openBusinessFile } from '../../server/business-file/open-business-file.ts'
import { createObjectStore } from '../../server/storage/object-store.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { formatTime } from '../shared/dates.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { noteMissingPublicUrl } from '../shared/note-missing-public-url.ts'
import { addJsonOption, createOutput, type OutputOptions, toPlainText } from '../shared/output.ts'
import { createProgress } from '../shared/progress.ts'
import { type Owner, withOwner } from '../shared/with-owner.ts'
import { addBusinessErase } from './business-erase.ts'

/** The file that an owner downloads on the account screen: docs/business-file.md. */
export function addBusiness(program: Command) {
  const business = program.command('business').description('check or import the file of one business, or erase a business')
  addJsonOption(
    business
      .command('verify <file>')
      .description('check a file without importing it: it is complete and unchanged, and every row can be read'),
  ).action((path: string, options: OutputOptions) => withFile(path, (file) => verify(file, options)))
  addBusinessErase(business)
  addJsonOption(
    business
      .command('import <file>')
      .description(
        'import a business with its owners, admins and people with rights, who get a mail to choose a password; refused where the business or one of them is already',
      ),
  ).action((path: string, options: OutputOptions) =>
    withFile(path, async (file) => {
      await verifyParts(file)
      await withOwner((owner) => importFile(file, owner, options))
    }),
  )
}

async function withFile(path: string, work: (file: BusinessFile) => Promise<void>) {
  try {
    const file = await openBusinessFile(path)
    await work(file).finally(file.close)
  } catch (error) {
    throw error instanceof InvalidBusinessFile ? new CannotRun(error.message) : error
  }
}

async function verifyParts(file: BusinessFile) {
  const megabytes = (bytes: number) => bytes / 1_000_000
  const progress = createProgress({
    unit: 'files checked',
    total: megabytes(file.manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0)),
  })
  await file.verify((bytes) => {
    progress.advance(megabytes(bytes))
    progress.count(1)
  })
  progress.end()
}

const countRows = ({ manifest }: BusinessFile) => manifest.parts.reduce((sum, { rows = 0 }) => sum + rows, 0)

async function verify(file: BusinessFile, options: OutputOptions) {
  await verifyParts(file)
  const { business, made_at, parts } = file.manifest
  createOutput(options).result(
    { ...business, made_at, rows: countRows(file), parts },
    () =>
      `The file of ${toPlainText(business.name)}, made at ${formatTime(new Date(made_at))}, is complete: ${countRows(file)} rows.`,
  )
}

async function importFile(file: BusinessFile, { client, operator, record }: Owner, options: OutputOptions) {
  noteMissingPublicUrl(operator)
  const rows = countRows(file)
  const progress = createProgress({ unit: 'rows', total: rows })
  const imported = await importBusiness(client, {
    file,
    files: createObjectStore(operator),
    beforeCommit: record,
    onRows: (count) => {
      progress.advance(count)
      progress.count(count)
    },
  })
  progress.end()
  // The planner has no statistics of these rows yet.
  await client.query('analyze')

  const sendMail = createMailer(operator, pino({ level: 'silent' }))
  const notInvited: { user: ImportedUser; reason: string }[] = []
  for (const user of imported.toInvite) {
    await inviteUser({ client, sendMail, publicUrl: operator.publicUrl }, user, imported.name).catch((error) =>
      notInvited.push({ user, reason: getErrorMessage(error) }),
    )
  }
  if (notInvited.length > 0) process.exitCode = EXIT.findings
  const { businessid, name, withoutLogin, tills } = imported
  const invited = imported.toInvite.length - notInvited.length
  createOutput(options).result(
    {
      ...{ businessid, name, rows, invited, tills },
      without_login: withoutLogin.map(({ email }) => email),
      not_invited: notInvited.map(({ user, reason }) => ({ email: user.email, reason })),
    },
    () =>
      [
        `${toPlainText(name)} is imported: ${rows} rows.`,
        operator.smtpUrl
          ? `Invited to choose a password: ${invited}.`
          : `Without SMTP_URL the invitations are files in ${operator.dataDir}/outbox: ${invited}.`,
        tills > 0 ? `Tills need new keys: the file has none. There were ${tills}.` : '',
        ...withoutLogin.map(({ email }) => `${toPlainText(email)} already has a login here: the employee has none now.`),
        ...notInvited.map(
          ({ user, reason }) =>
            `${toPlainText(user.email)} got no mail (${toPlainText(reason)}). "Forgot password?" on the login page sends one.`,
        ),
      ]
        .filter(Boolean)
        .join('\n'),
  )
}
