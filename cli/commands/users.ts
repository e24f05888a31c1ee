import type { Command } from 'commander'
import { z } from 'zod'
import { Email } from '../../contract/session.ts'
import { BusinessInput, FirstName, LastName } from '../../contract/signup.ts'
import { deleteLocks } from '../../server/auth/account-locks.ts'
import { createMailer } from '../../server/auth/mail.ts'
import { createResetLink } from '../../server/auth/reset-link.ts'
import { describeMail, MAILED_LINK_SECONDS } from '../../server/auth/security-mails.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { confirm } from '../shared/confirm.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { noteMissingPublicUrl } from '../shared/note-missing-public-url.ts'
import { addJsonOption, createOutput, type OutputOptions, toPlainText } from '../shared/output.ts'
import { printWrittenMail } from '../shared/print-written-mail.ts'
import { type Owner, withOwner } from '../shared/with-owner.ts'

type User = { user_id: string; email: string; has_two_step: boolean }

/** Helps a person who cannot sign in, or whose account is in wrong hands. */
export function addUsers(program: Command) {
  const users = program.command('users').description('help a person to sign in, or keep others out')

  addJsonOption(
    users.command('reset').description('print a link to choose a new password; it works once').argument('<email>'),
  ).action(async (email: string, options: OutputOptions) => {
    const link = await withUser(email, ({ client, operator, change }, { user_id }) => {
      noteMissingPublicUrl(operator)
      return change(() => createResetLink(client, { ...operator, user_id }))
    })
    createOutput(options).result({ link, seconds: MAILED_LINK_SECONDS }, () =>
      [`Give this link to the person only. It works once, for ${MAILED_LINK_SECONDS / 60} minutes:`, link].join('\n'),
    )
  })

  addJsonOption(
    users
      .command('create-owner')
      .summary('create a business and the login of its owner, and print a link to choose a password')
      .description(
        'Creates a business and the login of its owner, also where SIGN_UP=off, and prints a link to choose a password. The owner then adds the first site and chooses a plan.',
      )
      .argument('<email>')
      .requiredOption('--business <name>', 'the name of the business')
      .requiredOption('--registration-number <number>', 'its registration number')
      .requiredOption('--firstname <name>', 'of the owner')
      .requiredOption('--lastname <name>', 'of the owner'),
  ).action(async (email: string, options: OwnerOptions) => {
    const { link, businessid } = await withOwner((owner) => createOwner(owner, email, options))
    createOutput(options).result({ businessid, link, seconds: MAILED_LINK_SECONDS }, () =>
      [
        `The business '${toPlainText(options.business)}' is created (${businessid}).`,
        `Give this link to the owner only. It works once, for ${MAILED_LINK_SECONDS / 60} minutes; \`users reset\` prints another one:`,
        link,
      ].join('\n'),
    )
  })

  users
    .command('sign-out')
    .description('end all sessions of a person')
    .argument('<email>')
    .action(async (email: string) => {
      const ended = await withUser(email, ({ client, change }, { user_id }) => change(() => endSessions(client, user_id)))
      console.log(ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`)
    })

  users
    .command('unlock')
    .description('let a person sign in again after too many wrong passwords or codes')
    .argument('<email>')
    .action(async (email: string) => {
      const deleted = await withUser(email, ({ client, change }, user) => change(() => deleteLocks(client, user)))
      console.log(deleted > 0 ? 'The person can sign in again.' : 'There were no wrong passwords or codes: nothing was changed.')
    })

  users
    .command('two-step-off')
    .summary('turn two-step sign-in off for a person who has lost phone and recovery codes')
    .description(
      'Turns two-step sign-in off for a person who has lost the phone and the recovery codes. Check first who asks. Ends all sessions of the person, and mails them.',
    )
    .argument('<email>')
    .option('--yes', 'do not ask')
    .action(async (email: string, { yes }: { yes?: boolean }) => {
      process.exitCode = await withUser(email, async (owner, user) => {
        if (!user.has_two_step) throw new CannotRun(`Two-step sign-in is not on for ${user.email}.`)
        await confirm({ what: `The password alone will sign ${user.email} in.`, yes })
        await owner.change(() => turnTwoStepOff(owner, user))
        console.log(`Two-step sign-in is off for ${user.email}.`)
        return mailTwoStepOff(owner, user)
      })
    })
}

type OwnerOptions = OutputOptions & { business: string; registrationNumber: string; firstname: string; lastname: string }

/** The same rules as the sign-up has. */
const OwnerInput = z.object({
  email: Email,
  firstname: FirstName,
  lastname: LastName,
  business: BusinessInput,
})

async function createOwner({ client, operator, change }: Owner, typed: string, options: OwnerOptions) {
  const { firstname, lastname } = options
  const business = { p_name: options.business, p_reg: options.registrationNumber }
  const { data, error } = OwnerInput.safeParse({ email: typed, firstname, lastname, business })
  if (!data) throw new CannotRun(`${error.issues[0]?.message} Nothing was changed.`)
  noteMissingPublicUrl(operator)
  return change(async () => {
    const { rows } = await client.query<{ user_id: string }>(
      `insert into auth."user" (email, name, "emailVerified") values ($1, $1, false) on conflict do nothing returning id as user_id`,
      [data.email],
    )
    const [user] = rows
    if (!user) throw new CannotRun(`An account has the e-mail ${data.email} already. Nothing was changed.`)
    await client.query('insert into auth.signup (user_id, firstname, lastname) values ($1, $2, $3)', [
      user.user_id,
      data.firstname,
      data.lastname,
    ])
    const created = await client.query<{ businessid: string }>('select rpc_create_business($1, $2, $3) as businessid', [
      user.user_id,
      data.business.p_name,
      data.business.p_reg,
    ])
    return { businessid: created.rows[0]?.businessid, link: await createResetLink(client, { ...operator, ...user }) }
  })
}

/** Runs `work` for the user with this e-mail. Throws CannotRun when there is none. */
const withUser = <T>(email: string, work: (owner: Owner, user: User) => Promise<T>) =>
  withOwner(async (owner) => {
    const { rows } = await owner.client.query<User>(
      `select id as user_id, email, "twoFactorEnabled" as has_two_step from auth."user" where email = $1`,
      [email.trim().toLowerCase()],
    )
    const [user] = rows
    if (!user) throw new CannotRun(`No account has the e-mail ${email}.`)
    return work(owner, user)
  })

async function endSessions(client: Owner['client'], user_id: string) {
  const { rowCount } = await client.query('delete from auth.session where "userId" = $1', [user_id])
  return rowCount ?? 0
}

async function turnTwoStepOff({ client }: Owner, { user_id }: User) {
  await client.query('delete from auth."twoFactor" where "userId" = $1', [user_id])
  await client.query('update auth."user" set "twoFactorEnabled" = false where id = $1', [user_id])
  await endSessions(client, user_id)
}

async function mailTwoStepOff({ operator }: Owner, { email }: User) {
  try {
    await createMailer(operator, printWrittenMail)({ to: email, ...describeMail('two-step off') })
    return EXIT.done
  } catch (error) {
    console.error(`The mail about it could not be sent: ${error instanceof Error ? error.message : error}.`)
    return EXIT.findings
  }
}
