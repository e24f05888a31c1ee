import { ORPCError } from '@orpc/server'
import { changeErrors } from '../../../../contract/product-changes.ts'
import { NOT_FOUND } from '../../../../contract/shared/errors.ts'
import type { InBusiness, Scope } from '../../../../db/tenant-scope.ts'
import { markAsParts } from '../../../shared/log-events.ts'
import { createChunkWriter, type OnProgress, runBulkWrite } from '../bulk-write.ts'
import {
  findChange,
  getField,
  hasNewRows,
  hasValueOfChange,
  isOfItem,
  isUnchanged,
  lockChanges,
  setApplied,
  setUndone,
  writeValues,
} from './queries.ts'

export const changeError = (code: keyof typeof changeErrors, options: { cause?: unknown } = {}) =>
  new ORPCError(code, { ...changeErrors[code], ...options })

/** Work in one transaction, which no other change of many products of the business runs beside. */
const runAlone = <T>(within: InBusiness, work: (scope: Scope) => Promise<T>): Promise<T> =>
  runBulkWrite(
    within,
    async (scope) => {
      if (!(await lockChanges(scope))) throw changeError('CHANGE_RUNNING')
      await markAsParts(scope)
      return work(scope)
    },
    (options) => changeError('CHANGE_UNKNOWN', options),
  )

/** Does what a preview showed: all of it or nothing. A retry returns the result of the first call. */
export const applyChange = (within: InBusiness, changeid: string, onProgress: OnProgress) =>
  runAlone(within, async (scope) => {
    const found = await findChange(scope, changeid)
    if (!found) throw changeError('CHANGE_GONE')
    const { change, lines, applied } = found
    if (applied !== null) return { applied }
    const productids = lines.map(({ productid }) => productid)
    if (isOfItem(change) && (await hasNewRows(scope, changeid, productids))) throw changeError('CHANGE_STALE')
    await createChunkWriter(lines.length, onProgress)(lines, async (chunk) => {
      const written = await writeValues(scope, { field: getField(change), lines: chunk, value: 'after', condition: isUnchanged })
      if (written < chunk.length) throw changeError('CHANGE_STALE')
    })
    await setApplied(scope, changeid, lines.length)
    return { applied: lines.length }
  })

/** Gives the products back what they had before a change. A retry returns the result of the first call. */
export const undoChange = (within: InBusiness, changeid: string, onProgress: OnProgress) =>
  runAlone(within, async (scope) => {
    const found = await findChange(scope, changeid)
    if (!found || found.applied === null) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { change, lines } = found
    if (found.undone !== null) return { undone: found.undone, kept: lines.length - found.undone }
    const field = getField(change)
    let undone = 0
    await createChunkWriter(lines.length, onProgress)(lines, async (chunk) => {
      undone += await writeValues(scope, { field, lines: chunk, value: 'before', condition: hasValueOfChange(field) })
    })
    await setUndone(scope, changeid, undone)
    return { undone, kept: lines.length - undone }
  })
