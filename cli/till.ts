import { createReadStream, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { BATCH_MAX_SALES } from '../contract/shared/constants.ts'
import type { SaleAnswer } from '../contract/tills.ts'

// Sends a CSV of sales through the API, as a till does. Running it again stores nothing twice: the server knows each reference.

dayjs.extend(utc)
dayjs.extend(customParseFormat)

const USAGE = `npm run till -- --file sales.csv[.gz] --key wk_… --reference COLUMN --saledate COLUMN --finalamount COLUMN
  --saledate-format F   the format of dates, such as 'M/D/YY H:mm'. Default: ISO 8601. Without a zone: local time of the business
  --payment-method, --employeeid, --closetime COLUMN   optional columns
  --url U               the URL of Winkel. Default: http://localhost:3000
  --batch N             sales per request, at most ${BATCH_MAX_SALES}
  --rejected FILE        writes every rejected line and its reason to a CSV file
The key may also be in WINKEL_TILL_KEY, which keeps it out of the list of processes.`

const MAX_SHOWN_REJECTIONS = 20
const COLUMN_OPTIONS = ['reference', 'saledate', 'finalamount', 'payment-method', 'employeeid', 'closetime'] as const
const RETRY_TIMEOUT_MS = 10 * 60_000
/** Shorter before the first answer: the URL is more likely wrong than the server restarting. */
const CONNECT_TIMEOUT_MS = 30_000
const MAX_BACKOFF_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000
/** Without a limit, an unclosed quote would read the rest of the file as one cell. */
const MAX_LINE_BYTES = 64 * 1024
const DATE_PARTS = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|SSS|SS|S|A|a/g
const PROGRESS_BAR_MS = 200
const PROGRESS_LINE_MS = 5_000

/** Stops the command. The message is a sentence for the operator. */
class CannotPush extends Error {}

type SentSale = Record<string, string | number>
type Line = { line: number; reference: string; sale: SentSale }
type Rejection = { line: number; reference: string; reason: string }

const options = readOptions()
const counts = { created: 0, duplicate: 0, rejected: 0 }
const rejections: Rejection[] = []
let rounded = 0
const report = createProgressReport(statSync(options.file, { throwIfNoEntry: false })?.size ?? 0)

try {
  let batch: Line[] = []
  for await (const line of readSales(options.file)) {
    batch.push(line)
    if (batch.length < options.batch) continue
    await push(batch)
    batch = []
  }
  if (batch.length > 0) await push(batch)
  report.end()
  await reportRejections()
  if (rounded > 0) console.log(`${rounded} amounts had more than two decimals and were rounded to the cent.`)
  console.log(`${counts.created} created, ${counts.duplicate} already there, ${counts.rejected} rejected.`)
  process.exitCode = counts.rejected > 0 ? 1 : 0
} catch (error) {
  report.end()
  if (!(error instanceof CannotPush)) throw error
  console.error(error.message)
  process.exitCode = 2
}

function readOptions() {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      options: {
        file: text,
        key: text,
        reference: text,
        saledate: text,
        'saledate-format': text,
        finalamount: text,
        'payment-method': text,
        employeeid: text,
        closetime: text,
        url: { ...text, default: 'http://localhost:3000' },
        batch: { ...text, default: String(BATCH_MAX_SALES) },
        rejected: text,
      },
    })
    const key = values.key ?? process.env['WINKEL_TILL_KEY']
    const batch = Number(values.batch)
    const { file, reference, saledate, finalamount } = values
    if (!file || !key || !reference || !saledate || !finalamount) {
      throw new CannotPush('--file, --key, --reference, --saledate and --finalamount are needed.')
    }
    if (!Number.isInteger(batch) || batch < 1 || batch > BATCH_MAX_SALES) {
      throw new CannotPush(`--batch is a whole number from 1 to ${BATCH_MAX_SALES}.`)
    }
    checkDateFormat(values['saledate-format'])
    if (!URL.canParse(values.url)) throw new CannotPush(`--url ${values.url} is not a URL.`)
    return { ...values, file, key, reference, saledate, finalamount, batch }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

function checkDateFormat(format: string | undefined) {
  if (format === undefined) return
  const parts = format.replace(/\[[^\]]*\]/g, '')
  const unknown = parts.replace(DATE_PARTS, '').match(/[a-z]+/i)
  if (unknown) {
    throw new CannotPush(
      `--saledate-format: '${unknown[0]}' is no part of a date. There are YYYY YY, MMMM MMM MM M, DD D, HH H hh h, mm m, ss s, SSS, A a; other text goes into [brackets].`,
    )
  }
  if (!['Y', 'M', 'D'].every((part) => parts.includes(part))) {
    throw new CannotPush('--saledate-format must say the year, the month and the day.')
  }
}

/** Yields the lines that can be sent, and rejects the others with a reason. */
async function* readSales(file: string): AsyncGenerator<Line> {
  const bytes = createReadStream(file)
  bytes.on('data', (chunk) => report.read(chunk.length))
  const isCompressed = file.endsWith('.gz')
  const csv = parse({
    bom: true,
    columns: checkColumns,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: MAX_LINE_BYTES,
    relax_column_count: true, // a line with a missing or additional cell must not stop the lines after it
  })
  const text = isCompressed ? bytes.pipe(createGunzip()) : bytes
  for (const source of new Set([bytes, text])) source.on('error', (error: Error) => csv.destroy(error))
  text.pipe(csv)
  let lastLine = 1
  try {
    for await (const { record, info } of csv as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      lastLine = info.lines
      const reference = record[options.reference] ?? ''
      const reject = (reason: string) => addRejection({ line: info.lines, reference, reason })
      if (!reference) reject('the reference is missing')
      else {
        const sale = parseSale(reference, record, reject)
        if (sale) yield { line: info.lines, reference, sale }
      }
    }
  } catch (error) {
    if (error instanceof CannotPush || !(error instanceof Error)) throw error
    const isOpenQuote = error instanceof CsvError && ['CSV_MAX_RECORD_SIZE', 'CSV_QUOTE_NOT_CLOSED'].includes(error.code)
    throw new CannotPush(
      isOpenQuote ? `${file}: a quote is not closed after line ${lastLine}.` : `${file} cannot be read: ${error.message}.`,
    )
  }
}

function checkColumns(columns: string[]) {
  for (const option of COLUMN_OPTIONS) {
    const column = options[option]
    if (column !== undefined && !columns.includes(column)) {
      throw new CannotPush(`--${option}: there is no column '${column}'. The file has: ${columns.join(', ')}.`)
    }
  }
  return columns
}

function parseSale(reference: string, record: Record<string, string>, reject: (reason: string) => void): SentSale | undefined {
  const saledate = parseDate(record[options.saledate])
  if (saledate === undefined)
    return void reject(`'${record[options.saledate] ?? ''}' is not a date as '${options['saledate-format'] ?? 'ISO 8601'}'`)
  const finalamount = parseAmount(record[options.finalamount] ?? '')
  if (finalamount === undefined) return void reject(`'${record[options.finalamount] ?? ''}' is not an amount`)
  const sale: SentSale = { reference, saledate, finalamount }
  const payment_method = options['payment-method'] && record[options['payment-method']]
  if (payment_method) sale['payment_method'] = payment_method
  const employeeid = options.employeeid && record[options.employeeid]
  if (employeeid && !/^\d{1,15}$/.test(employeeid)) return void reject(`'${employeeid}' is not an employee's id`)
  if (employeeid) sale['employeeid'] = Number(employeeid)
  const closetime = options.closetime && record[options.closetime]
  if (closetime) {
    const closed = parseDate(closetime)
    if (closed === undefined) return void reject(`'${closetime}' is not a date as '${options['saledate-format'] ?? 'ISO 8601'}'`)
    sale['closetime'] = closed
  }
  return sale
}

/** Returns the date in the format of the API. A date in a custom format has no zone: it is local time of the business. */
function parseDate(text = '') {
  const format = options['saledate-format']
  if (!format) return text || undefined
  // Parsed as UTC, because the time zone of this machine may skip an hour that exists in the business's zone.
  const date = dayjs.utc(text, format, true)
  return date.isValid() ? date.format('YYYY-MM-DDTHH:mm:ss') : undefined
}

/** Accepts a dot or a comma and rounds to the cent. Counts amounts that have more decimals, binary rounding errors aside. */
function parseAmount(text: string) {
  const amount = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  if (!Number.isFinite(amount)) return undefined
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100)
  if (Math.abs(amount * 100 - cents) > 1e-4) rounded += 1
  return cents / 100
}

async function push(batch: Line[]) {
  const { sales } = await post(batch.map(({ sale }) => sale))
  for (const [index, answer] of sales.entries()) {
    const line = batch[index]
    if (answer.status !== 'rejected') counts[answer.status] += 1
    else if (line)
      addRejection({
        line: line.line,
        reference: line.reference,
        reason: `${answer.reason} (${answer.field.replace(/^sales\[\d+\]\.?/, '') || 'sale'})`,
      })
  }
  report.sent(batch.length)
}

/** Sends a batch and retries on errors of the network or the server, because sending a sale again stores nothing twice. */
async function post(sales: SentSale[]): Promise<{ sales: SaleAnswer[] }> {
  const url = new URL('/api/v1/sales', options.url)
  const startedAt = Date.now()
  for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    let problem: string
    let waitMs = backoffMs
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      problem = readMessage(text) ?? `status ${response.status}`
      if (response.status === 429) waitMs = Number(response.headers.get('retry-after') ?? 1) * 1000
      else if (response.status < 500) throw new CannotPush(`${url.origin} refused the sales: ${problem}`)
    } catch (error) {
      if (error instanceof CannotPush) throw error
      problem =
        error instanceof Error ? String(error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    }
    const timeoutMs = counts.created + counts.duplicate > 0 ? RETRY_TIMEOUT_MS : CONNECT_TIMEOUT_MS
    if (Date.now() - startedAt > timeoutMs)
      throw new CannotPush(`${url.origin} does not answer: ${problem}. Run the command again to continue.`)
    report.problem(problem)
    await delay(waitMs)
  }
}

function readMessage(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}

function addRejection(rejection: Rejection) {
  counts.rejected += 1
  rejections.push(rejection)
}

async function reportRejections() {
  for (const { line, reference, reason } of rejections.slice(0, MAX_SHOWN_REJECTIONS)) {
    console.log(`line ${line}, ${options.reference} ${reference || '(none)'}: ${reason}`)
  }
  if (rejections.length > MAX_SHOWN_REJECTIONS)
    console.log(
      `… and ${rejections.length - MAX_SHOWN_REJECTIONS} more${options.rejected ? '' : '; --rejected FILE writes them all'}.`,
    )
  if (!options.rejected) return
  await writeFile(
    options.rejected,
    stringify(rejections, { header: true, columns: ['line', 'reference', 'reason'], record_delimiter: 'windows' }),
  )
}

/** Reports the progress: as a bar in a terminal, otherwise as a line at intervals. */
function createProgressReport(size: number) {
  const isTerminal = process.stderr.isTTY === true
  const startedAt = Date.now()
  let read = 0
  let sent = 0
  let last = 0
  const print = (isLast = false) => {
    const now = Date.now()
    if (!isLast && now - last < (isTerminal ? PROGRESS_BAR_MS : PROGRESS_LINE_MS)) return
    last = now
    const share = size === 0 ? 1 : Math.min(1, read / size)
    const speed = Math.round(sent / Math.max(0.001, (now - startedAt) / 1000))
    const text = `${String(Math.round(share * 100)).padStart(3)} %  ${sent} sales  ${speed}/s`
    if (isTerminal)
      process.stderr.write(`\r${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')} ${text}   ${isLast ? '\n' : ''}`)
    else console.error(text)
  }
  return {
    read: (bytes: number) => {
      read += bytes
    },
    sent: (sales: number) => {
      sent += sales
      print()
    },
    problem: (text: string) => console.error(`${isTerminal ? '\n' : ''}${text}; trying again`),
    end: () => sent > 0 && print(true),
  }
}
