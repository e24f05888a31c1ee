import { Worker } from 'node:worker_threads'
import { InvalidFile } from '../invalid-file.ts'
import { measureArchive } from './measure-archive.ts'

const MEBIBYTE = 1024 * 1024

const LIMITS = {
  maxUnpackedBytes: 128 * MEBIBYTE,
  /** The texts of all cells, which are in memory at once. */
  maxTextBytes: 32 * MEBIBYTE,
  maxCsvBytes: 64 * MEBIBYTE,
  maxMemoryMb: 512,
  maxMs: 30_000,
}

const SAVE_AS_CSV = 'In Excel or Google Sheets, save the sheet as “CSV UTF-8” and choose that file.'
const UNREADABLE = `This workbook cannot be read. ${SAVE_AS_CSV}`
const TOO_LARGE = `This workbook is too large. ${SAVE_AS_CSV}`

type Answer = { csv: Uint8Array } | { problem: string }

/**
 * The first sheet of an Excel workbook as CSV in UTF-8, separated by commas. Runs in a thread of its own with a limit of memory and
 * time, so that no workbook stops the server. Throws InvalidFile.
 */
export async function convertXlsx(workbook: Uint8Array, limits: Partial<typeof LIMITS> = {}): Promise<Uint8Array> {
  const { maxUnpackedBytes, maxTextBytes, ...ofWorker } = { ...LIMITS, ...limits }
  const files = measureArchive(workbook)
  if (!files) throw new InvalidFile(UNREADABLE)
  const texts = files.find(({ name }) => /sharedStrings\.xml$/i.test(name))
  const unpacked = files.reduce((sum, { size }) => sum + size, 0)
  if (unpacked > maxUnpackedBytes || (texts?.size ?? 0) > maxTextBytes) throw new InvalidFile(TOO_LARGE)
  const answer = await runWorker(workbook, ofWorker)
  if ('csv' in answer) return answer.csv
  throw new InvalidFile(answer.problem === 'size' ? TOO_LARGE : UNREADABLE)
}

type WorkerLimits = Pick<typeof LIMITS, 'maxCsvBytes' | 'maxMemoryMb' | 'maxMs'>

async function runWorker(workbook: Uint8Array, { maxCsvBytes, maxMemoryMb, maxMs }: WorkerLimits) {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: { workbook, maxBytes: maxCsvBytes },
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: 64 },
  })
  const timer = setTimeout(() => worker.terminate(), maxMs)
  try {
    return await new Promise<Answer>((resolve) => {
      worker.once('message', resolve)
      // Out of memory, or out of time.
      worker.once('error', () => resolve({ problem: 'size' }))
      worker.once('exit', () => resolve({ problem: 'size' }))
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
