import { createReadStream, statSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { createFolder } from '../../db/create-folder.ts'
import { getErrorMessage } from '../../db/errors.ts'
import { openTill, Refusal, type Sale, type Server } from '../../docs/examples/till.ts'
import { writeCsv } from '../../server/shared/csv.ts'
import { readRecords } from '../../server/shared/files/csv-records.ts'
import { decodeText } from '../../server/shared/files/decode-text.ts'
import { InvalidFile } from '../../server/shared/files/invalid-file.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { createProgress } from '../shared/progress.ts'
import { type Columns, createSaleParser } from './parse-sale.ts'

const MAX_SHOWN_REJECTIONS = 20
const RETRY_TIMEOUT_MS = 10 * 60_000
/** Shorter before the first answer: the URL is more likely wrong than the server restarting. */
const CONNECT_TIMEOUT_MS = 30_000

type Options = {
  file: string
  key: string
  url: string
  /** Sales per request. */
  batch: number
  /** The file for rejected lines. */
  rejected?: string
  /** The file that keeps the sales that were sent. */
  kept: string
  /** ISO 8601 without one. */
  dateFormat?: string
  columns: Columns
}

type Line = { line: number; reference: string; sale: Sale }
type Rejection = { line: number; reference: string; reason: string }

/** Sends the sales of a file and prints the totals. Returns the exit code. Throws CannotRun when it cannot continue. */
export async function sendFile(options: Options): Promise<number> {
  const counts = { created: 0, duplicate: 0 }
  const again = { created: 0, duplicate: 0, rejected: 0 }
  const rejections: Rejection[] = []
  let rounded = 0
  let timeoutMs = CONNECT_TIMEOUT_MS
  const progress = createProgress({ unit: 'sales', total: statSync(options.file, { throwIfNoEntry: false })?.size ?? 0 })
  const { origin } = new URL(options.url)
  const onProblem: Server['onProblem'] = ({ message, code, sinceMs }) => {
    // It may stay closed for weeks.
    if (code === 'BUSINESS_CLOSED') throw new CannotRun(`${message} Run the command again then.`)
    if (sinceMs > timeoutMs) throw new CannotRun(`${origin} does not answer: ${message}. Run the command again to continue.`)
    progress.note(`${message}; trying again`)
  }
  await checkKeptFile(options.kept)
  const till = openTill({ ...options, onProblem }, options.kept, (_, answers) => {
    for (const { status } of answers) again[status] += 1
  })
  const parseSale = createSaleParser({
    ...options,
    onRounded: () => {
      rounded += 1
    },
  })

  async function push(batch: Line[]) {
    for (const [index, answer] of (await till.send(batch.map(({ sale }) => sale))).entries()) {
      const line = batch[index]
      if (answer.status !== 'rejected') counts[answer.status] += 1
      else if (line) {
        const field = answer.field?.replace(/^sales\[\d+\]\.?/, '') || 'sale'
        rejections.push({ line: line.line, reference: line.reference, reason: `${answer.reason} (${field})` })
      }
    }
    timeoutMs = RETRY_TIMEOUT_MS
    progress.count(batch.length)
  }

  try {
    let batch: Line[] = []
    for await (const { line, record } of readLines(options, progress.advance)) {
      const reference = record[options.columns.reference] ?? ''
      const parsed = parseSale(record)
      if ('reason' in parsed) rejections.push({ line, reference, reason: parsed.reason })
      else batch.push({ line, reference, sale: parsed.sale })
      if (batch.length < options.batch) continue
      await push(batch)
      batch = []
    }
    if (batch.length > 0) await push(batch)
  } catch (error) {
    throw error instanceof Refusal ? new CannotRun(`${origin} refused the sales: ${error.message}`) : error
  } finally {
    progress.end()
  }
  await reportRejections(rejections, options)
  if (rounded > 0) console.log(`${rounded} amounts had more than two decimals and were rounded to the cent.`)
  const sentAgain = again.created + again.duplicate + again.rejected
  if (sentAgain > 0) {
    console.log(
      `The server was restored or replaced: ${sentAgain} sales were sent again. ${again.created} were missing, ${again.duplicate} were there, ${again.rejected} were rejected.`,
    )
  }
  console.log(`${counts.created} created, ${counts.duplicate} already there, ${rejections.length} rejected.`)
  return rejections.length > 0 ? EXIT.findings : EXIT.done
}

/** Writes nothing, but fails like every later write. */
async function checkKeptFile(file: string) {
  try {
    await createFolder(dirname(file))
    await appendFile(file, '', { mode: 0o600 })
  } catch (error) {
    throw new CannotRun(
      `The sales that were sent cannot be kept in ${file}: ${getErrorMessage(error)}. Name another file with --kept.`,
    )
  }
}

/** Yields the lines of the file. `onRead` is called with the number of bytes that were read. */
async function* readLines({ file, columns }: Options, onRead: (bytes: number) => void) {
  let titles: string[] | undefined
  try {
    const text = decodeText({ read: () => readBytes(file, onRead) }, 'utf-8')
    for await (const { line, cells } of readRecords(text, ',', { trim: true })) {
      if (titles) yield { line, record: Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])) }
      else titles = checkColumns(cells, columns)
    }
  } catch (error) {
    if (error instanceof CannotRun || !(error instanceof Error)) throw error
    throw new CannotRun(error instanceof InvalidFile ? `${file}: ${error.message}` : `${file} cannot be read: ${error.message}.`)
  }
}

function readBytes(file: string, onRead: (bytes: number) => void): AsyncIterable<Uint8Array> {
  async function* read() {
    for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
      onRead(bytes.length)
      yield bytes
    }
  }
  // An error of either is thrown by the iteration.
  return file.endsWith('.gz') ? pipeline(read(), createGunzip(), () => undefined) : read()
}

function checkColumns(titles: string[], columns: Columns) {
  for (const [option, column] of Object.entries(columns)) {
    if (column !== undefined && !titles.includes(column))
      throw new CannotRun(`--${option}: there is no column '${column}'. The file has: ${titles.join(', ')}.`)
  }
  return titles
}

async function reportRejections(rejections: Rejection[], { columns: { reference: title }, rejected }: Options) {
  for (const { line, reference, reason } of rejections.slice(0, MAX_SHOWN_REJECTIONS))
    console.log(`line ${line}, ${title} ${reference || '(none)'}: ${reason}`)
  if (rejections.length > MAX_SHOWN_REJECTIONS)
    console.log(`… and ${rejections.length - MAX_SHOWN_REJECTIONS} more${rejected ? '' : '; --rejected FILE writes them all'}.`)
  if (!rejected) return
  const columns = (['line', 'reference', 'reason'] as const).map((title) => ({ title, value: (row: Rejection) => row[title] }))
  await writeFile(rejected, writeCsv(columns, [rejections]))
}
