import { ORPCError } from '@orpc/server'
import type { SalesImportProgress } from '../../../../contract/sales-imports.ts'
import { isDiskFull, ScopeRefused } from '../../../../db/errors.ts'
import type { SignedIn } from '../../../auth/sessions.ts'
import { toApiError } from '../../../rpc/errors.ts'
import { inBusiness, signedIn } from '../../../rpc/procedure.ts'
import { streamProgress } from '../../../rpc/progress-stream.ts'
import type { RequestContext } from '../../../rpc/request-context.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import type { LiveChannel } from '../../../shared/live-channel.ts'
import { listImports } from './queries.ts'
import { type Business, type Claimed, claimImportRun, claimUndoRun, importError } from './run-import.ts'

const list = inBusiness.salesImports.list.handler(({ context }) => listImports(context.scope))

type Caller = RequestContext & { person: SignedIn }

/** Claims an import or its undoing, whose batches are transactions of their own, and streams its progress. */
async function runWithProgress(
  context: Caller,
  live: LiveChannel,
  event: string,
  claim: (business: Business) => Promise<Claimed>,
) {
  const { businessid, log } = await runInBusiness(context, async (_scope, { businessid }) => ({
    businessid,
    log: context.identify({ business: businessid }),
  }))
  const business: Business = {
    within: (run) => runInBusiness(context, run),
    onChange: () => live.announce(businessid),
  }
  const work = await claim(business)
  return streamProgress<SalesImportProgress>({
    async run(onProgress) {
      const finished = await work(onProgress)
      log.info({ event, ...finished }, 'an import of sales has ended')
      onProgress({ finished })
    },
    toError(error) {
      if (error instanceof ORPCError) return error
      if (error instanceof ScopeRefused || isDiskFull(error)) return toApiError(error, { ...context, log })
      return importError('IMPORT_STOPPED', { cause: error })
    },
    log,
  })
}

export function createSalesImports(live: LiveChannel) {
  const confirm = signedIn.salesImports.confirm.handler(({ input: { importid, moves_stock }, context }) =>
    runWithProgress(context, live, 'sales_imported', (business) => claimImportRun(business, importid, moves_stock)),
  )
  const undo = signedIn.salesImports.undo.handler(({ input: { importid }, context }) =>
    runWithProgress(context, live, 'sales_import_undone', (business) => claimUndoRun(business, importid)),
  )
  return { list, confirm, undo }
}
