import { Command, CommanderError } from 'commander'
import { CannotStart, getErrorMessage, isUnreachable } from '../db/errors.ts'
import packageJson from '../package.json' with { type: 'json' }
import { addAnnounce } from './commands/announce.ts'
import { addAnnouncements } from './commands/announcements.ts'
import { addBackup } from './commands/backup.ts'
import { addBusiness } from './commands/business.ts'
import { addBusinesses } from './commands/businesses.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addMigrate } from './commands/migrate.ts'
import { addRestore } from './commands/restore.ts'
import { addTickets } from './commands/tickets.ts'
import { addTill } from './commands/till.ts'
import { addTills } from './commands/tills.ts'
import { addUsers } from './commands/users.ts'
import { addVerify } from './commands/verify.ts'
import { CannotRun } from './shared/cannot-run.ts'
import { EXIT } from './shared/exit-codes.ts'

// The operator's commands: `npm run winkel -- <command>`. One file in commands/ adds one command.

const program = new Command('winkel')
  .description('Commands for the operator of Winkel.')
  .version(packageJson.version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: (.)/, (_, first) => first.toUpperCase())) })
  .showHelpAfterError('Add --help to see how the command is used.')

const COMMANDS = [
  ...[addBusinesses, addBusiness, addUsers, addTickets, addAnnounce, addAnnouncements, addTills],
  ...[addBackup, addVerify, addRestore, addDoctor, addMigrate, addTill, addDemo],
]
for (const addCommand of COMMANDS) addCommand(program)

/** Prints why a command stopped, and returns its exit code. */
function report(error: unknown): number {
  // Commander has printed its own message. Help and version are no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.cannot
  if (error instanceof CannotRun || error instanceof CannotStart) console.error(error.message)
  else if (isUnreachable(error)) console.error(`The database does not answer: ${getErrorMessage(error)}.`)
  else console.error(error)
  return EXIT.cannot
}

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}
