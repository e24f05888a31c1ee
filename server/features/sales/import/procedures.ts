import type { SalesImportProgress } from '../../../../contract/sales-imports.ts'
import type { SignedIn } from '../../../auth/sessions.ts'
import { inBusiness, signedIn } from '../../../rpc/procedure.ts'
import type { RequestContext } from '../../../rpc/request-context.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import { streamProgress } from '../../../rpc/stream-progress.ts'
import type { BackgroundWork } from '../../../shared/background-work.ts'
import type { LiveChannel } from '../../../shared/live-channel.ts'
import { listImports } from './queries.ts'
import { type Business, type Claimed, claimImportRun, claimUndoRun, importError } from './run-import.ts'

const list = inBusiness.salesImports.list.handler(({ context }) => listImports(context.scope))

type Caller = RequestContext & { person: SignedIn }
type Parts = { live: LiveChannel; background: BackgroundWork }

/** Claims an import or its undoing, whose batches are transactions of their own, and streams its progress. */
async function runWithProgress(
  context: Caller,
  { live, background }: Parts,
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
    request: { ...context, log },
    async run(onProgress) {
      const finished = await background.run((signal) => work(onProgress, signal))
      log.info({ event, ...finished }, 'an import of sales has ended')
      return { finished }
    },
    toError: (cause) => importError('IMPORT_STOPPED', { cause }),
    failure: { event: 'import_failed', message: 'an import failed' },
  })
}

export function createSalesImports(parts: Parts) {
  const confirm = signedIn.salesImports.confirm.handler(({ input: { importid, moves_stock }, context }) =>
    runWithProgress(context, parts, 'sales_imported', (business) => claimImportRun(business, importid, moves_stock)),
  )
  const undo = signedIn.salesImports.undo.handler(({ input: { importid }, context }) =>
    runWithProgress(context, parts, 'sales_import_undone', (business) => claimUndoRun(business, importid)),
  )
  return { list, confirm, undo }
}
