import type { FileHandle } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { MAX_COLUMNS, MAX_SHEETS } from '../../../../contract/columns/file-column.ts'
import type { Sheet } from '../file-source.ts'
import { InvalidFile } from '../invalid-file.ts'
import type { SheetLimits } from './read-sheet.ts'
import { TOO_LARGE, UNREADABLE } from './refusals.ts'

const MEBIBYTE = 1024 * 1024

const LIMITS = {
  /** The texts that cells share, which are in memory at once. */
  maxTextBytes: 32 * MEBIBYTE,
  maxTexts: 1_000_000,
  maxSheets: MAX_SHEETS,
  /** Cells in further columns are refused. Titles are counted when the rows are read. */
  maxWidth: 2 * MAX_COLUMNS,
  /** Of a sheet, rows times columns. */
  maxCells: 10_000_000,
  /** Of all sheets. */
  maxCsvBytes: 64 * MEBIBYTE,
  maxMemoryMb: 192,
  maxMs: 30_000,
}

/** What xlsx-worker.ts gets and answers. */
export type Task = { workbook: number; csv: number; limits: SheetLimits }
export type Problem = 'size' | 'unreadable' | { cell: string }
export type ConvertedSheet = Omit<Sheet, 'read' | 'problem'> & { start: number; end: number; problem?: Problem }
export type Answer = ConvertedSheet[] | Problem

/**
 * Writes the sheets of an Excel workbook as CSV in UTF-8, separated by commas, one behind the other. Returns where each is. Runs in a
 * thread of its own with a limit of memory and time, so that no workbook stops the server. Throws InvalidFile.
 */
export async function convertXlsx(workbook: FileHandle, csv: FileHandle, given: Partial<typeof LIMITS> = {}) {
  const { maxMemoryMb, maxMs, ...limits } = { ...LIMITS, ...given }
  const task: Task = { workbook: workbook.fd, csv: csv.fd, limits }
  const answer = await runWorker(task, maxMemoryMb, maxMs)
  if (!Array.isArray(answer)) throw new InvalidFile(describeProblem(answer))
  return answer.map(({ problem, ...sheet }) => ({ ...sheet, ...(problem && { problem: describeProblem(problem) }) }))
}

function describeProblem(problem: Problem) {
  if (typeof problem === 'object')
    return `A file has at most ${MAX_COLUMNS} columns, and this one has a value in cell ${problem.cell}.`
  return problem === 'size' ? TOO_LARGE : UNREADABLE
}

async function runWorker(task: Task, maxMemoryMb: number, maxMs: number) {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 16 },
  })
  const timer = setTimeout(() => worker.terminate(), maxMs)
  try {
    return await new Promise<Answer>((resolve) => {
      worker.once('message', resolve)
      // Out of memory, or out of time.
      worker.once('error', () => resolve('size'))
      worker.once('exit', () => resolve('size'))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
