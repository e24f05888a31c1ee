import { parentPort, workerData } from 'node:worker_threads'
import { streamXlsxRows } from 'hucre/xlsx'

/** Every line of the CSV file is the row of the sheet with the same number. */
async function convert(workbook: Uint8Array, maxBytes: number) {
  const parts: Buffer[] = []
  let size = 0
  let line = 0
  for await (const { index, values } of streamXlsxRows(workbook)) {
    const part = Buffer.from(`${'\n'.repeat(Math.max(0, index - line))}${values.map(formatCell).join(',')}\n`)
    line = index + 1
    parts.push(part)
    size += part.length
    if (size > maxBytes) return undefined
  }
  return Buffer.concat(parts)
}

type Value = Awaited<ReturnType<ReturnType<typeof streamXlsxRows>['next']>>['value'] extends { values: (infer Cell)[] }
  ? Cell
  : unknown

function formatCell(value: Value) {
  if (value === null || value === undefined) return ''
  const text = value instanceof Date ? formatDate(value) : String(value).replace(/\s*[\r\n]+\s*/g, ' ')
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A sheet has no time zones: the parts of the date are what a person sees. */
const formatDate = (date: Date) =>
  Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')

convert(workerData.workbook, workerData.maxBytes).then(
  (csv) => parentPort?.postMessage(csv ? { csv } : { problem: 'size' }),
  (error: unknown) => parentPort?.postMessage({ problem: error instanceof Error ? error.name : 'unknown' }),
)
