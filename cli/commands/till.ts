import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { BATCH_MAX_SALES } from '../../contract/shared/constants.ts'
import { digestTillKey } from '../../server/features/tills/till-key.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { parseDateFormat } from '../till/parse-sale.ts'
import { sendFile } from '../till/send-file.ts'

/** Sends a CSV of sales through the API, as a till does. Running it again stores nothing twice: the server knows each reference. */
export function addTill(program: Command) {
  program
    .command('till')
    .summary('send a CSV of sales as a till does')
    .description(
      'Sends a CSV of sales as a till does: --file, --key, --reference, --saledate and --finalamount are needed. Running it again stores nothing twice. Exit code 1: some lines were rejected.',
    )
    .option('--file <file>', 'the file: sales.csv or sales.csv.gz')
    .addOption(
      new Option('--key <key>', 'the till key; the variable keeps it out of the list of processes').env('WINKEL_TILL_KEY'),
    )
    .option('--reference <column>', 'the column of the number of a sale')
    .option('--saledate <column>', 'the column of the date')
    .option('--finalamount <column>', 'the column of the amount')
    .option(
      '--saledate-format <format>',
      "the format of dates, such as 'M/D/YY H:mm'; default ISO 8601; without a zone: local time of the business",
    )
    .option('--payment-method <column>', 'the column of the payment method')
    .option('--employeeid <column>', "the column of the employee's id")
    .option('--closetime <column>', 'the column of the time of closing')
    .option('--url <url>', 'the URL of Winkel', 'http://localhost:3000')
    .option('--batch <number>', `sales per request, at most ${BATCH_MAX_SALES}`, String(BATCH_MAX_SALES))
    .option('--rejected <file>', 'write every rejected line and its reason to a CSV file')
    .addOption(
      new Option(
        '--kept <file>',
        'the file that keeps the sent sales for 14 days, to send them again to a restored server; default: one for each key in ~/.winkel/tills',
      ),
    )
    .action(async (given: Given) => {
      process.exitCode = await sendFile(checkOptions(given))
    })
}

type Given = {
  file?: string
  key?: string
  reference?: string
  saledate?: string
  finalamount?: string
  saledateFormat?: string
  paymentMethod?: string
  employeeid?: string
  closetime?: string
  url: string
  batch: string
  rejected?: string
  kept?: string
}

function checkOptions({ file, key, reference, saledate, finalamount, paymentMethod, employeeid, closetime, ...given }: Given) {
  const batch = Number(given.batch)
  if (!file || !key || !reference || !saledate || !finalamount)
    throw new CannotRun('--file, --key, --reference, --saledate and --finalamount are needed. Add --help to see all options.')
  if (!Number.isInteger(batch) || batch < 1 || batch > BATCH_MAX_SALES)
    throw new CannotRun(`--batch is a whole number from 1 to ${BATCH_MAX_SALES}.`)
  if (given.saledateFormat !== undefined) parseDateFormat(given.saledateFormat)
  if (!URL.canParse(given.url)) throw new CannotRun(`--url ${given.url} is not a URL.`)
  return {
    file,
    key,
    url: given.url,
    batch,
    rejected: given.rejected,
    kept: given.kept ?? join(homedir(), '.winkel', 'tills', `${digestTillKey(key).start}.jsonl`),
    dateFormat: given.saledateFormat,
    columns: { reference, saledate, finalamount, 'payment-method': paymentMethod, employeeid, closetime },
  }
}
