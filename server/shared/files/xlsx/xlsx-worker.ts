import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Task } from './convert-xlsx.ts'
import { WorkbookTooLarge, WorkbookTooWide } from './read-part.ts'
import { readSheet } from './read-sheet.ts'

const FLUSH_LENGTH = 256 * 1024

/** Every line of the CSV file is the row of the sheet with the same number. */
async function convert({ workbook, csv, limits }: Task) {
  let [text, bytes] = ['', 0]
  const flush = () => {
    const part = Buffer.from(text)
    text = ''
    bytes += part.length
    if (bytes > limits.maxCsvBytes) throw new WorkbookTooLarge()
    for (let written = 0; written < part.length; ) written += writeSync(csv, part, written)
  }
  await readSheet(workbook, limits, (line) => {
    text += line
    if (text.length >= FLUSH_LENGTH) flush()
  })
  flush()
  return bytes
}

const answer = (result: Answer) => parentPort?.postMessage(result)

convert(workerData).then(
  (bytes) => answer({ bytes }),
  (error: unknown) => {
    if (error instanceof WorkbookTooWide) answer({ cell: error.cell })
    else answer({ problem: error instanceof WorkbookTooLarge ? 'size' : 'unreadable' })
  },
)
