import { type ApplyProgress, MAX_CHANGED_PRODUCTS, type UndoProgress } from '../../../../contract/product-changes.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { SignedIn } from '../../../auth/sessions.ts'
import { inBusiness, signedIn } from '../../../rpc/procedure.ts'
import type { RequestContext } from '../../../rpc/request-context.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import { streamProgress } from '../../../rpc/stream-progress.ts'
import { requireVatCode } from '../../../shared/vat-rates.ts'
import { findAllIds } from '../search.ts'
import { applyChange, changeError, undoChange } from './apply-change.ts'
import { findChangeState, listChanged, listChanges, previewChange, saveChange } from './queries.ts'

const preview = inBusiness.products.changes.preview.handler(async ({ input: { search, change }, context: { scope }, errors }) => {
  if (change.kind === 'set_vat_rate') await requireVatCode(scope, change.vat_rate)
  const chosen = await findAllIds(scope, search)
  const productids = await listChanged(scope, change, chosen)
  if (productids.length > MAX_CHANGED_PRODUCTS) throw errors.TOO_MANY_PRODUCTS()
  const { stored, ...shown } = await previewChange(scope, change, { productids, chosen })
  return { ...shown, changeid: stored === null ? null : (await saveChange(scope, change, stored)).changeid }
})

const list = inBusiness.products.changes.list.handler(({ context }) => listChanges(context.scope))

const apply = signedIn.products.changes.apply.handler(async ({ input: { changeid }, context, errors }) => {
  const { within, request, state } = await findOwnChange(context, changeid)
  if (!state) throw errors.CHANGE_GONE()
  return streamChange<ApplyProgress>(request, async (onProgress) => {
    const result = await applyChange(within, changeid, onProgress)
    request.log.info({ event: 'products_changed', ...result }, 'many products were changed')
    return result
  })
})

const undo = signedIn.products.changes.undo.handler(async ({ input: { changeid }, context, errors }) => {
  const { within, request, state } = await findOwnChange(context, changeid)
  if (state?.applied === undefined || state.applied === null) throw errors.NOT_FOUND()
  return streamChange<UndoProgress>(request, async (onProgress) => {
    const result = await undoChange(within, changeid, onProgress)
    request.log.info({ event: 'products_change_undone', ...result }, 'a change of many products was undone')
    return result
  })
})

/** Before the answer begins, so that a caller who may not make the call gets the status of that. */
async function findOwnChange(context: RequestContext & { person: SignedIn }, changeid: string) {
  const within: InBusiness = (work) => runInBusiness(context, work)
  return runInBusiness(context, async (scope, { businessid }) => ({
    within,
    request: { ...context, log: context.identify({ business: businessid }) },
    state: await findChangeState(scope, changeid),
  }))
}

type Request = Pick<RequestContext, 'log' | 'onDiskFull'>

const streamChange = <Event>(request: Request, run: (onProgress: (event: Event) => void) => Promise<Event>) =>
  streamProgress<Event>({
    request,
    run,
    toError: (cause) => changeError('CHANGE_FAILED', { cause }),
    failure: { event: 'products_change_failed', message: 'a change of many products failed' },
  })

export const changes = { preview, apply, undo, list }
