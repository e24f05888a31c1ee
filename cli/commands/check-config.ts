import type { Command } from 'commander'
import { checkServerConfig, findUnknownVariables } from '../../server/config.ts'
import { checkIdentity } from '../../server/doctor/check-at-start.ts'

/** Reads the variables as a server does. Connects to nothing and writes nothing. */
export function addCheckConfig(program: Command) {
  program
    .command('check-config')
    .summary('check the variables of a server, without a start')
    .description(
      'Checks the variables as the server does at its start, each and together. Connects to nothing and writes nothing; `doctor` tries what they name.',
    )
    .action(async () => {
      const config = checkServerConfig(process.env)
      await checkIdentity(config)
      for (const variable of findUnknownVariables(process.env))
        console.error(`${variable} is not a variable of Winkel, and is not read.`)
      console.log('The variables are right.')
    })
}
