import type { Command } from 'commander'
import { CannotRun } from '../shared/cannot-run.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { addJsonOption, createOutput, type OutputOptions } from '../shared/output.ts'
import { withStopSignal } from '../shared/with-stop-signal.ts'
import { describeResult, startTillCheck } from '../till-check/till-check.ts'

/** Plays a server with faults for a till under test. Needs no installation of Winkel and stores nothing. */
export function addTillCheck(program: Command) {
  addJsonOption(
    program
      .command('till-check')
      .summary('check how a till sends its sales')
      .description(
        'Starts a server for a till under test and prints its URL and a key. The till sends sales, and the server does what happens in a shop: it cuts connections, answers late, refuses, stops, and is restored from a backup. At the end, or after Ctrl-C, it says what the till did right and wrong. Exit code 1: something was wrong or not reached. It connects to nothing and stores nothing.',
      )
      .option('--host <address>', 'the address to listen on; 0.0.0.0 for a till on another machine', '127.0.0.1')
      .option('--port <number>', 'the port; 0 for any free one', '0')
      .option('--late <seconds>', 'how late an answer comes', '10')
      .option('--retry-after <seconds>', 'the seconds in Retry-After', '5')
      .option('--stop <seconds>', 'how long the server does not listen', '10')
      .option('--quiet <seconds>', 'end after so long without a request', '300'),
  ).action(async (given: Given & OutputOptions) => {
    const output = createOutput(given)
    const check = await startTillCheck({
      ...{ host: given.host, port: toNumber('port', given.port), lateMs: toNumber('late', given.late) * 1000 },
      ...{ retryAfterSeconds: toNumber('retry-after', given.retryAfter), stopMs: toNumber('stop', given.stop) * 1000 },
      quietMs: toNumber('quiet', given.quiet) * 1000,
      onStep: (number, what) => output.message(`Step ${number}: Winkel ${what}. Send sales.`),
    })
    const result = await withStopSignal('The check was stopped.', async (signal) => {
      signal.addEventListener('abort', check.stop)
      output.message(
        `\nPoint the till at ${check.url} with the key ${check.key}\nThe script has ${check.steps} steps. Ctrl-C ends it.\n`,
      )
      return check.done
    })
    output.result(result, () => `\n${describeResult(result)}`)
    process.exitCode = result.passed ? EXIT.done : EXIT.findings
  })
}

type Given = { host: string; port: string; late: string; retryAfter: string; stop: string; quiet: string }

function toNumber(name: string, text: string) {
  if (!/^\d{1,5}$/.test(text)) throw new CannotRun(`--${name} is a whole number.`)
  return Number(text)
}
