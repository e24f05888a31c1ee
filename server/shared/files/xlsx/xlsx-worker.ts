import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, ConvertedSheet, Problem, Task } from './convert-xlsx.ts'
import { WorkbookTooLarge, WorkbookTooWide } from './read-part.ts'
import { openSheets } from './read-sheet.ts'

const FLUSH_LENGTH = 256 * 1024

/** Writes one sheet behind the other. What was written of a sheet that cannot be read is overwritten. */
async function convert({ workbook, csv, limits }: Task) {
  const converted: ConvertedSheet[] = []
  let start = 0
  for (const { name, isHidden, read } of await openSheets(workbook, limits)) {
    let [text, end] = ['', start]
    const flush = () => {
      const part = Buffer.from(text)
      text = ''
      if (end + part.length > limits.maxCsvBytes) throw new WorkbookTooLarge()
      for (let written = 0; written < part.length; )
        written += writeSync(csv, part, written, part.length - written, end + written)
      end += part.length
    }
    try {
      const counts = await read((line) => {
        text += line
        if (text.length >= FLUSH_LENGTH) flush()
      })
      flush()
      converted.push({ name, isHidden, ...counts, start, end })
      start = end
    } catch (error) {
      converted.push({ name, isHidden, rows: 0, hiddenRows: 0, start, end: start, problem: toProblem(error) })
    }
  }
  return converted
}

function toProblem(error: unknown): Problem {
  if (error instanceof WorkbookTooWide) return { cell: error.cell }
  return error instanceof WorkbookTooLarge ? 'size' : 'unreadable'
}

const answer = (result: Answer) => parentPort?.postMessage(result)

convert(workerData).then(answer, (error: unknown) => answer(toProblem(error)))
