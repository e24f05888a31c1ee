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

// Pushes a CSV of sales through the API, as a till does. Running it again adds nothing: the server knows each reference.

dayjs.extend(utc)
dayjs.extend(customParseFormat)

const USAGE = `npm run till -- --file sales.csv[.gz] --key wk_… --reference COLUMN --saledate COLUMN --finalamount COLUMN
  --saledate-format F   how dates are written, as in 'M/D/YY H:mm'; ISO 8601 when not said. Without a zone: the business's time
  --payment-method, --employeeid, --closetime COLUMN   sent along when named
  --url U               where Winkel is, http://localhost:3000 when not said
  --batch N             sales a request, ${BATCH_MAX_SALES} at most
  --refused FILE        writes every refused line and its reason there, as CSV
The key may stand in WINKEL_TILL_KEY instead, where no list of processes shows it.`

const SHOWN_REFUSALS = 20
const COLUMN_OPTIONS = ['reference', 'saledate', 'finalamount', 'payment-method', 'employeeid', 'closetime'] as const
const GIVE_UP_AFTER_MS = 10 * 60_000
/** For a server that has never answered: it is more likely misspelt than restarting. */
const GIVE_UP_AT_FIRST_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
const REQUEST_MS = 60_000
/** A quote that is never closed would otherwise swallow the rest of the file. */
const LINE_MAX_BYTES = 64 * 1024
const DATE_PARTS = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|SSS|SS|S|A|a/g
const PROGRESS_MS = 200
const PLAIN_PROGRESS_MS = 5_000

/** What stops the whole push, in a sentence. */
class CannotPush extends Error {}

type SentSale = Record<string, string | number>
type Line = { line: number; reference: string; sale: SentSale }
type Refusal = { line: number; reference: string; reason: string }

const options = readOptions()
const counts = { created: 0, duplicate: 0, rejected: 0 }
const refusals: Refusal[] = []
let rounded = 0
const report = progress(statSync(options.file, { throwIfNoEntry: false })?.size ?? 0)

try {
  let batch: Line[] = []
  for await (const line of salesOf(options.file)) {
    batch.push(line)
    if (batch.length < options.batch) continue
    await push(batch)
    batch = []
  }
  if (batch.length > 0) await push(batch)
  report.end()
  await tellRefusals()
  if (rounded > 0) console.log(`${rounded} amounts had more than two decimals and were rounded to the cent.`)
  console.log(`${counts.created} created, ${counts.duplicate} already there, ${counts.rejected} refused.`)
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
        refused: text,
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
    if (!URL.canParse(values.url)) throw new CannotPush(`--url ${values.url} is not an address.`)
    return { ...values, file, key, reference, saledate, finalamount, batch }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    process.exit(2)
  }
}

function checkDateFormat(format: string | undefined) {
  if (format === undefined) return
  const spelt = format.replace(/\[[^\]]*\]/g, '')
  const unknown = spelt.replace(DATE_PARTS, '').match(/[a-z]+/i)
  if (unknown) {
    throw new CannotPush(
      `--saledate-format: '${unknown[0]}' is no part of a date. There are YYYY YY, MMMM MMM MM M, DD D, HH H hh h, mm m, ss s, SSS, A a; other text goes into [brackets].`,
    )
  }
  if (!['Y', 'M', 'D'].every((part) => spelt.includes(part))) {
    throw new CannotPush('--saledate-format must say the year, the month and the day.')
  }
}

/** The lines of the file that can be sent; the others are refused here, by what is wrong with them. */
async function* salesOf(file: string): AsyncGenerator<Line> {
  const bytes = createReadStream(file)
  bytes.on('data', (chunk) => report.read(chunk.length))
  const isPacked = file.endsWith('.gz')
  const csv = parse({
    bom: true,
    columns: checkColumns,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: LINE_MAX_BYTES,
    relax_column_count: true, // a line with a cell too many or too few costs itself, not those after it
  })
  const packed = isPacked ? bytes.pipe(createGunzip()) : bytes
  for (const source of new Set([bytes, packed])) source.on('error', (error: Error) => csv.destroy(error))
  packed.pipe(csv)
  let lastLine = 1
  try {
    for await (const { record, info } of csv as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      lastLine = info.lines
      const reference = record[options.reference] ?? ''
      const refuse = (reason: string) => addRefusal({ line: info.lines, reference, reason })
      if (!reference) refuse('there is no reference')
      else {
        const sale = saleOf(reference, record, refuse)
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

function saleOf(reference: string, record: Record<string, string>, refuse: (reason: string) => void): SentSale | undefined {
  const saledate = dateOf(record[options.saledate])
  if (saledate === undefined)
    return void refuse(`'${record[options.saledate] ?? ''}' is not a date as '${options['saledate-format'] ?? 'ISO 8601'}'`)
  const finalamount = amountOf(record[options.finalamount] ?? '')
  if (finalamount === undefined) return void refuse(`'${record[options.finalamount] ?? ''}' is not an amount`)
  const sale: SentSale = { reference, saledate, finalamount }
  const payment_method = options['payment-method'] && record[options['payment-method']]
  if (payment_method) sale['payment_method'] = payment_method
  const employeeid = options.employeeid && record[options.employeeid]
  if (employeeid && !/^\d{1,15}$/.test(employeeid)) return void refuse(`'${employeeid}' is not an employee's id`)
  if (employeeid) sale['employeeid'] = Number(employeeid)
  const closetime = options.closetime && record[options.closetime]
  if (closetime) {
    const closed = dateOf(closetime)
    if (closed === undefined) return void refuse(`'${closetime}' is not a date as '${options['saledate-format'] ?? 'ISO 8601'}'`)
    sale['closetime'] = closed
  }
  return sale
}

/** As the API takes it: what is written in a format of the file's own has no zone, and is the business's local time. */
function dateOf(text = '') {
  const format = options['saledate-format']
  if (!format) return text || undefined
  // Counted in UTC, where no hour is left out in spring: which local times exist is for the business's zone to say, not for this machine's.
  const date = dayjs.utc(text, format, true)
  return date.isValid() ? date.format('YYYY-MM-DDTHH:mm:ss') : undefined
}

/** Dot or comma, to the cent; an amount that really had more decimals, and not only the dirt of a binary float, is counted. */
function amountOf(text: string) {
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
      addRefusal({
        line: line.line,
        reference: line.reference,
        reason: `${answer.reason} (${answer.field.replace(/^sales\[\d+\]\.?/, '') || 'sale'})`,
      })
  }
  report.sent(batch.length)
}

/** Answers only when the server did: a fault of the network or the server is waited out, since sending again costs nothing. */
async function post(sales: SentSale[]): Promise<{ sales: SaleAnswer[] }> {
  const address = new URL('/api/v1/sales', options.url)
  const began = Date.now()
  for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    let trouble: string
    let wait = pause
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales }),
        signal: AbortSignal.timeout(REQUEST_MS),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      trouble = messageOf(text) ?? `status ${response.status}`
      if (response.status === 429) wait = Number(response.headers.get('retry-after') ?? 1) * 1000
      else if (response.status < 500) throw new CannotPush(`${address.origin} refused the push: ${trouble}`)
    } catch (error) {
      if (error instanceof CannotPush) throw error
      trouble =
        error instanceof Error ? String(error.cause instanceof Error ? error.cause.message : error.message) : String(error)
    }
    const patience = counts.created + counts.duplicate > 0 ? GIVE_UP_AFTER_MS : GIVE_UP_AT_FIRST_MS
    if (Date.now() - began > patience)
      throw new CannotPush(`${address.origin} does not answer: ${trouble}. Run this again to go on.`)
    report.trouble(trouble)
    await delay(wait)
  }
}

function messageOf(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}

function addRefusal(refusal: Refusal) {
  counts.rejected += 1
  refusals.push(refusal)
}

async function tellRefusals() {
  for (const { line, reference, reason } of refusals.slice(0, SHOWN_REFUSALS)) {
    console.log(`line ${line}, ${options.reference} ${reference || '(none)'}: ${reason}`)
  }
  if (refusals.length > SHOWN_REFUSALS)
    console.log(`… and ${refusals.length - SHOWN_REFUSALS} more${options.refused ? '' : '; --refused FILE writes them all'}.`)
  if (!options.refused) return
  await writeFile(
    options.refused,
    stringify(refusals, { header: true, columns: ['line', 'reference', 'reason'], record_delimiter: 'windows' }),
  )
}

/** Says how far the push has come: a bar where somebody watches, a line now and then where not. */
function progress(size: number) {
  const isWatched = process.stderr.isTTY === true
  const began = Date.now()
  let read = 0
  let sent = 0
  let last = 0
  const say = (isLast = false) => {
    const now = Date.now()
    if (!isLast && now - last < (isWatched ? PROGRESS_MS : PLAIN_PROGRESS_MS)) return
    last = now
    const share = size === 0 ? 1 : Math.min(1, read / size)
    const speed = Math.round(sent / Math.max(0.001, (now - began) / 1000))
    const text = `${String(Math.round(share * 100)).padStart(3)} %  ${sent} sales  ${speed}/s`
    if (isWatched) process.stderr.write(`\r${'█'.repeat(Math.round(share * 30)).padEnd(30, '░')} ${text}   ${isLast ? '\n' : ''}`)
    else console.error(text)
  }
  return {
    read: (bytes: number) => {
      read += bytes
    },
    sent: (sales: number) => {
      sent += sales
      say()
    },
    trouble: (what: string) => console.error(`${isWatched ? '\n' : ''}${what}; trying again`),
    end: () => sent > 0 && say(true),
  }
}
