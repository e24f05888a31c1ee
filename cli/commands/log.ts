import { type Command, InvalidArgumentError } from 'commander'
import { listOperatorEntries } from '../../server/shared/operator-log.ts'
import { formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions } from '../shared/output.ts'
import { withOwner } from '../shared/with-owner.ts'

const MAX_ENTRIES = 10_000

/** Lists the last commands that changed something. */
export function addLog(program: Command) {
  addJsonOption(
    program
      .command('log')
      .summary('list the last commands of operators that changed something')
      .description(
        'Lists the last commands of operators that changed something, the newest first: when, who, and what came of it.',
      )
      .option('--last <number>', 'how many', parseCount, 20),
  ).action(async (options: OutputOptions & { last: number }) => {
    const entries = await withOwner(({ client }) => listOperatorEntries(client, options.last))
    createOutput(options).result(entries, () =>
      entries.length === 0
        ? 'No command has changed anything yet.'
        : formatTable(entries, [
            { title: 'When', value: ({ logged_at }) => formatTime(logged_at) },
            { title: 'Who', value: ({ os_user, host }) => `${os_user} on ${host}` },
            { title: 'Outcome', value: ({ outcome }) => outcome },
            { title: 'Command', value: (entry) => [entry.command, ...entry.arguments.map(quote)].join(' ') },
            { title: '', value: ({ reason }) => reason ?? '' },
          ]),
    )
  })
}

function parseCount(text: string) {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count < 1 || count > MAX_ENTRIES)
    throw new InvalidArgumentError(`It is a whole number from 1 to ${MAX_ENTRIES}.`)
  return count
}

const quote = (argument: string) => (/^[\w@.:/+=…-]+$/.test(argument) ? argument : JSON.stringify(argument))
