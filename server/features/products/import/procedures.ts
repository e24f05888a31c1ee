import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { ImportProgress } from '../../../../contract/products.ts'
import { isDiskFull, ScopeRefused } from '../../../../db/errors.ts'
import type { InBusiness } from '../../../http/http-routes.ts'
import { toApiError } from '../../../rpc/errors.ts'
import { signedIn } from '../../../rpc/procedure.ts'
import { streamProgress } from '../../../rpc/progress-stream.ts'
import type { RequestContext } from '../../../rpc/request-context.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import { createLimiter, TooBusy } from '../../../shared/limiter.ts'
import { applyImport, importError } from './apply-import.ts'
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
  return streamProgress<ImportProgress>({
    async run(onProgress) {
      const imported = await writeLimiter(() => applyImport(within, confirmation, onProgress))
      log.info({ event: 'products_imported', imported }, 'products were imported')
      onProgress({ imported })
    },
    toError: (error) => toImportError(error, { ...context, log }),
    log,
  })
})

function toImportError(error: unknown, request: Request) {
  if (error instanceof ORPCError) return error
  if (error instanceof ScopeRefused || isDiskFull(error)) return toApiError(error, request)
  return error instanceof TooBusy ? importError('IMPORT_BUSY') : importError('IMPORT_FAILED', { cause: error })
}

export const imports = { confirm }
