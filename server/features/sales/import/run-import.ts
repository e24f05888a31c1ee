import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { type SalesImportProgress, salesImportErrors } from '../../../../contract/sales-imports.ts'
import { NOT_FOUND } from '../../../../contract/shared/errors.ts'
import { isDataError, isOverloaded, isRetryable, isUnreachable } from '../../../../db/errors.ts'
import type { InBusiness, Scope } from '../../../../db/tenant-scope.ts'
import type { StoppedWork } from '../../../shared/background-work.ts'
import type { SiteSale } from '../../../shared/store-sales/sold-sale.ts'
import { storeSales, storeValidSales } from '../../../shared/store-sales/store-sales.ts'
import { findCountedProducts, type StagedBatch } from './queries.ts'
import {
  claimImport,
  claimUndo,
  countStored,
  deleteBatch,
  deleteBatches,
  endRun,
  leaveRun,
  leaveToPerson,
  type Run,
  readBatch,
  undoSales,
} from './run-queries.ts'

/** Sales that are deleted in one transaction. */
const UNDO_BATCH = 500
const MAX_TRIES = 20
const RETRY_MS = 500

export type OnProgress = (progress: SalesImportProgress) => void

/** The business of the import. `onChange` is called after COMMIT when sales changed. */
export type Business = {
  within: InBusiness
  onChange: () => void
  /** Whether a server goes on with what another one began. */
  isRestart?: boolean
}

export const importError = (code: keyof typeof salesImportErrors, options: { message?: string; cause?: unknown } = {}) =>
  new ORPCError(code, { ...salesImportErrors[code], ...options })

/** Runs what was claimed to its end; leaves it to another server when the signal is aborted. */
export type Claimed = (onProgress: OnProgress, signal: AbortSignal) => Promise<{ sales: number; failed: number }>

/** Claims a preview, or what an earlier run left of one, and returns what stores its new sales. */
export async function claimImportRun(business: Business, importid: number, moves_stock: boolean): Promise<Claimed> {
  const run: Run = { importid, run_id: randomUUID(), isRestart: business.isRestart }
  const claimed = await business.within((scope) => claimImport(scope, run, moves_stock))
  if (claimed === 'running') throw importError('IMPORT_RUNNING')
  if (!claimed) throw importError('IMPORT_GONE')
  const options = { importid, moves_stock: claimed.moves_stock }
  let counts = { stored_sales: claimed.stored_sales, failed_sales: claimed.failed_sales }
  return async (onProgress, signal) => {
    await untilEnd(business, run, signal, async () => {
      const stored = await storeNextBatch(business, run, options)
      if (!stored) return false
      counts = stored
      business.onChange()
      onProgress({ done: counts.stored_sales + counts.failed_sales, of: claimed.new_sales })
      return true
    })
    return { sales: counts.stored_sales, failed: counts.failed_sales }
  }
}

/** Claims an import and returns what deletes its sales. */
export async function claimUndoRun(business: Business, importid: number): Promise<Claimed> {
  const run: Run = { importid, run_id: randomUUID(), isRestart: business.isRestart }
  const claimed = await business.within(async (scope) => {
    const counted = await findCountedProducts(scope, importid)
    if (counted.length > 0) throw importError('UNDO_REFUSED', { message: describeCounted(counted) })
    return claimUndo(scope, run)
  })
  if (claimed === 'running') throw importError('IMPORT_RUNNING')
  if (!claimed) throw new ORPCError('NOT_FOUND', NOT_FOUND)
  const of = claimed.stored_sales
  let sales = 0
  return async (onProgress, signal) => {
    await untilEnd(business, run, signal, async () => {
      const step = await retry(() => business.within((scope) => undoSales(scope, run, UNDO_BATCH)))
      if (step === 'lost') throw importError('IMPORT_RUNNING')
      sales += step.undone
      if (step.undone > 0) business.onChange()
      onProgress({ done: of - step.left, of })
      if (step.undone === UNDO_BATCH) return true
      await business.within(async (scope) => {
        await deleteBatches(scope, run)
        await endRun(scope, run, 'undone')
      })
      return false
    })
    return { sales, failed: 0 }
  }
}

/** Goes on with what a server began that has ended. What may not go on is left to a person. */
export async function restartRun(business: Business, { kind, importid }: StoppedWork, signal: AbortSignal) {
  if (importid === null) throw new Error('an import has an id')
  try {
    const run = await (kind === 'undoing' ? claimUndoRun(business, importid) : claimImportRun(business, importid, false))
    await run(() => undefined, signal)
  } catch (error) {
    const code = error instanceof ORPCError ? error.code : undefined
    if (['IMPORT_RUNNING', 'IMPORT_GONE', 'NOT_FOUND'].includes(code ?? '')) return // another server was faster
    if (code === 'UNDO_REFUSED') await business.within((scope) => leaveToPerson(scope, importid))
    throw error
  }
}

/** Repeats a step until it is the last. A run that fails leaves its import to the next one. */
async function untilEnd({ within }: Business, run: Run, signal: AbortSignal, step: () => Promise<boolean>) {
  try {
    while (await step()) signal.throwIfAborted()
  } catch (error) {
    await within((scope) => (signal.aborted ? leaveRun(scope, run) : endRun(scope, run))).catch(() => {})
    throw error instanceof ORPCError ? error : importError('IMPORT_STOPPED', { cause: error })
  }
}

type Options = { importid: number; moves_stock: boolean }

/** Stores the next batch in one transaction. Undefined when there is none: the import is complete. */
async function storeNextBatch(business: Business, run: Run, options: Options) {
  try {
    return await retry(() =>
      business.within(async (scope) => {
        const batch = await readNext(scope, run)
        if (!batch) return void (await endRun(scope, run, 'imported'))
        const counts = await store(scope, options, batch)
        await deleteBatch(scope, run, batch.batch)
        return countStored(scope, run, counts)
      }),
    )
  } catch (error) {
    if (!isDataError(error)) throw error
    return storeInParts(business, run, options)
  }
}

async function readNext(scope: Scope, run: Run) {
  const batch = await readBatch(scope, run)
  if (batch === 'lost') throw importError('IMPORT_RUNNING')
  return batch
}

async function store(scope: Scope, options: Options, { siteid, sales }: StagedBatch) {
  const parsed = sales.map((sale, index): SiteSale => ({ ...sale, siteid, index }))
  const { answers } = await storeSales(scope, parsed, options)
  const count = (wanted: string) => answers.filter(({ status }) => status === wanted).length
  return { stored: count('created'), failed: count('rejected') }
}

/**
 * For a batch with a sale that the database refuses: the others are stored. What failed is counted with the end of the batch: a run that is
 * killed before leaves the batch to the next one, for which the same sales fail again.
 */
async function storeInParts(business: Business, run: Run, options: Options) {
  const batch = await business.within((scope) => readNext(scope, run))
  if (!batch) return undefined
  let failed = 0
  await storeValidSales(
    batch.sales,
    async (sales) => {
      const counts = await retry(() =>
        business.within(async (scope) => {
          const counts = await store(scope, options, { ...batch, sales })
          await countStored(scope, run, { ...counts, failed: 0 })
          return counts
        }),
      )
      failed += counts.failed
    },
    () => {
      failed += 1
    },
  )
  return retry(() =>
    business.within(async (scope) => {
      await deleteBatch(scope, run, batch.batch)
      return countStored(scope, run, { stored: 0, failed })
    }),
  )
}

/** Tills come first: an import waits when the business has much under way, or the database is away for a moment. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isTemporary = isRetryable(error) || isOverloaded(error) || isUnreachable(error)
      if (!isTemporary || attempt === MAX_TRIES) throw error
      await delay(RETRY_MS)
    }
  }
}

function describeCounted([first, ...others]: string[]) {
  const names = others.length === 0 ? first : `${first} and ${others.length} other product${others.length === 1 ? '' : 's'}`
  return `The stock of ${names} was changed by hand after this import. Undoing it would make that stock wrong.`
}
