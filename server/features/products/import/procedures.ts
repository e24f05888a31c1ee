import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { ImportProgress } from '../../../../contract/products.ts'
import { isDiskFull, ScopeRefused } from '../../../../db/errors.ts'
import type { InBusiness } from '../../../http/http-routes.ts'
import { toApiError } from '../../../rpc/errors.ts'
import { signedIn } from '../../../rpc/procedure.ts'
import type { RequestContext } from '../../../rpc/request-context.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import { createLimiter, TooBusy } from '../../../shared/limiter.ts'
import { applyImport, importError, type OnProgress } from './apply-import.ts'
import { isPreviewPending } from './queries.ts'

type Request = Pick<RequestContext, 'log' | 'onDiskFull'>

/** An import holds a connection for seconds. Two at once, so that a second confirmation of one import is refused immediately. */
const writeLimiter = createLimiter({ concurrency: 2, maxQueued: 20 })

const confirm = signedIn.products.imports.confirm.handler(async ({ input: { importid, sets_stock }, context, errors }) => {
  const { log, isPending } = await runInBusiness(context, async (scope, { businessid }) => ({
    log: context.identify({ business: businessid }),
    isPending: z.uuid().safeParse(importid).success && (await isPreviewPending(scope, importid)),
  }))
  if (!isPending) throw errors.IMPORT_GONE()
  const confirmation = { importid, setsStock: sets_stock }
  const within: InBusiness = (work) => runInBusiness(context, work)
  return runWithProgress((onProgress) => writeLimiter(() => applyImport(within, confirmation, onProgress)), { ...context, log })
})

/** Runs an import and yields its progress. The import continues when the reader goes away. */
function runWithProgress(run: (onProgress: OnProgress) => ReturnType<typeof applyImport>, request: Request) {
  const { log } = request
  let isRead = true
  const stream = new ReadableStream<ImportProgress>({
    async start(controller) {
      const onProgress: OnProgress = (progress) => {
        if (isRead) controller.enqueue(progress)
      }
      try {
        const imported = await run(onProgress)
        log.info({ event: 'products_imported', imported }, 'products were imported')
        onProgress({ imported })
        if (isRead) controller.close()
      } catch (error) {
        const importError = toImportError(error, request)
        if (importError.status === 500) log.error({ event: 'import_failed', err: importError.cause }, 'an import failed')
        if (isRead) controller.error(importError)
      }
    },
    cancel() {
      isRead = false
    },
  })
  return stream.values()
}

function toImportError(error: unknown, request: Request) {
  if (error instanceof ORPCError) return error
  if (error instanceof ScopeRefused || isDiskFull(error)) return toApiError(error, request)
  return error instanceof TooBusy ? importError('IMPORT_BUSY') : importError('IMPORT_FAILED', { cause: error })
}

export const imports = { confirm }
