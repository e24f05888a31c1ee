import { z } from 'zod'
import type { ImportProgress } from '../../../../contract/product-imports.ts'
import { createLimiter } from '../../../../db/connection/limiter.ts'
import { TooBusy } from '../../../../db/errors.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { signedIn } from '../../../rpc/procedure.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import { streamProgress } from '../../../rpc/stream-progress.ts'
import { applyImport, importError } from './apply-import.ts'
import { isPreviewPending } from './queries.ts'

/** An import holds a connection for seconds. Two at once, so that a second confirmation of one import is refused immediately. */
const writes = createLimiter({ concurrency: 2, maxQueued: 20, toError: () => new TooBusy('the queue of imports is full') })

const confirm = signedIn.products.imports.confirm.handler(async ({ input: { importid, sets_stock }, context, errors }) => {
  const { log, isPending } = await runInBusiness(context, async (scope, { businessid }) => ({
    log: context.identify({ business: businessid }),
    isPending: z.uuid().safeParse(importid).success && (await isPreviewPending(scope, importid)),
  }))
  if (!isPending) throw errors.IMPORT_GONE()
  const confirmation = { importid, setsStock: sets_stock }
  const within: InBusiness = (work) => runInBusiness(context, work)
  return streamProgress<ImportProgress>({
    request: { ...context, log },
    async run(onProgress) {
      const imported = await writes.run('all', () => applyImport(within, confirmation, onProgress))
      log.info({ event: 'products_imported', imported }, 'products were imported')
      return { imported }
    },
    toError: (cause) => (cause instanceof TooBusy ? importError('IMPORT_BUSY') : importError('IMPORT_FAILED', { cause })),
    failure: { event: 'import_failed', message: 'an import failed' },
  })
})

export const imports = { confirm }
