import { Command, CommanderError } from 'commander'
import { CannotStart, getErrorCode, getErrorMessage, isUnreachable } from '../db/errors.ts'
import { version } from '../server/shared/version.ts'
import { CannotRun } from './shared/cannot-run.ts'
import { EXIT } from './shared/exit-codes.ts'
import { beginOperation, endOperation } from './shared/operation.ts'

/** In the order of the help. Some commands load large libraries, so only the file of the called one is loaded. */
const COMMANDS: Record<string, () => Promise<(program: Command) => void>> = {
  businesses: async () => (await import('./commands/businesses.ts')).addBusinesses,
  business: async () => (await import('./commands/business.ts')).addBusiness,
  users: async () => (await import('./commands/users.ts')).addUsers,
  'check-config': async () => (await import('./commands/check-config.ts')).addCheckConfig,
  'test-mail': async () => (await import('./commands/test-mail.ts')).addTestMail,
  tickets: async () => (await import('./commands/tickets.ts')).addTickets,
  announce: async () => (await import('./commands/announcements.ts')).addAnnounce,
  announcements: async () => (await import('./commands/announcements.ts')).addAnnouncements,
  tills: async () => (await import('./commands/tills.ts')).addTills,
  backup: async () => (await import('./commands/backup.ts')).addBackup,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  restore: async () => (await import('./commands/restore.ts')).addRestore,
  log: async () => (await import('./commands/log.ts')).addLog,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
  till: async () => (await import('./commands/till.ts')).addTill,
  'till-check': async () => (await import('./commands/till-check.ts')).addTillCheck,
  demo: async () => (await import('./commands/demo.ts')).addDemo,
}

/** Runs one command of the operator. The exit code is in process.exitCode. */
export async function runCommand(args: string[]) {
  const program = createProgram().hook('preAction', (_program, action) => beginOperation(action, args))
  const called = args.find((argument) => !argument.startsWith('-'))
  const loadCalled = called && Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined
  for (const load of loadCalled ? [loadCalled] : Object.values(COMMANDS)) (await load())(program)
  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error)
  } finally {
    endOperation()
  }
}

const createProgram = () =>
  new Command('winkel')
    .description('Commands for the operator of Winkel.')
    .version(version)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: (.)/, (_, first) => first.toUpperCase())) })
    .showHelpAfterError('Add --help to see how the command is used.')

/** Prints why a command stopped, and returns its exit code. */
function report(error: unknown): number {
  // Commander has printed its own message. Help and version are no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.cannot
  if (error instanceof CannotRun || error instanceof CannotStart) console.error(error.message)
  else if (isUnreachable(error)) console.error(`The database does not answer: ${getErrorMessage(error)}.`)
  else if (isOfSystem(error)) console.error(`It could not be done: ${getErrorMessage(error)}.`)
  else console.error(error)
  return EXIT.cannot
}

/** An error of a file, the network or PostgreSQL, and not of our code: Node.js's own codes for that begin with ERR_. */
const isOfSystem = (error: unknown) => getErrorCode(error)?.startsWith('ERR_') === false
