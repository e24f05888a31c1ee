import type { Scope } from '../../../db/tenant-scope.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { correctDelivery } from './correct.ts'
import {
  approveCount,
  BelowZero,
  beginCount,
  CountedMore,
  cancelCount,
  enterCounted,
  listCountLines,
  listEntries,
  listSheet,
} from './counts.ts'
import { findDocument, listDestinations, listDocuments, listWaiting } from './documents.ts'
import { createDraft, removeDraft, updateDraft } from './drafts.ts'
import { closeOrder, finishDocument } from './finish.ts'
import { DocumentChanged } from './locked-document.ts'
import { receiveTransfer } from './receive.ts'
import { throwRefusal } from './refusal.ts'
import { findSettings, saveSettings as saveStockSettings } from './settings.ts'

const list = inBusiness.stock.list.handler(({ input, context }) => listDocuments(context.scope, input))
const waiting = inBusiness.stock.waiting.handler(({ context }) => listWaiting(context.scope))
const get = inBusiness.stock.get.handler(async ({ input, context, errors }) => {
  const document = await findDocument(context.scope, input.documentid)
  if (!document) throw errors.NOT_FOUND()
  return document
})

const destinations = inBusiness.stock.destinations.handler(({ context }) => listDestinations(context.scope))

const create = inBusiness.stock.create.handler(async ({ input, context: { scope }, errors }) => {
  const create = async () => {
    const { documentid, isNew } = await createDraft(scope, input)
    if (input.finish && isNew) await finishDocument(scope, { documentid, opened: { version: 1 } })
    return { documentid }
  }
  return create().catch(throwRefusal(errors))
})

type Changed = { documentid: number }

/** Runs a change of a document that was opened. `errors` are those of the contract. */
async function change<Data>(
  scope: Scope,
  { documentid }: Changed,
  errors: Parameters<typeof throwRefusal>[0] & { NOT_FOUND(): Error; VERSION_CONFLICT(options: { data: Data }): Error },
  work: () => Promise<Changed>,
) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DocumentChanged)) return throwRefusal(errors)(error)
    const current = await findDocument(scope, documentid)
    throw current ? errors.VERSION_CONFLICT({ data: current as Data }) : errors.NOT_FOUND()
  }
}

const update = inBusiness.stock.update.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => updateDraft(scope, input)),
)
const remove = inBusiness.stock.remove.handler(async ({ input, context: { scope }, errors }) => {
  await change(scope, input, errors, async () => {
    await removeDraft(scope, input)
    return input
  })
})
const finish = inBusiness.stock.finish.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => finishDocument(scope, input)),
)
const close = inBusiness.stock.close.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => closeOrder(scope, input)),
)
const receive = inBusiness.stock.receive.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => receiveTransfer(scope, input)),
)
const correct = inBusiness.stock.correct.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => correctDelivery(scope, input)),
)

const begin = inBusiness.stock.counts.begin.handler(({ input, context, errors }) =>
  beginCount(context.scope, input).catch(throwRefusal(errors)),
)
const lines = inBusiness.stock.counts.lines.handler(({ input, context, errors }) =>
  listCountLines(context.scope, input).catch(throwRefusal(errors)),
)
const entries = inBusiness.stock.counts.entries.handler(({ input, context, errors }) =>
  listEntries(context.scope, input).catch(throwRefusal(errors)),
)
const sheet = inBusiness.stock.counts.sheet.handler(({ input, context, errors }) =>
  listSheet(context.scope, input).catch(throwRefusal(errors)),
)
const enter = inBusiness.stock.counts.enter.handler(({ input, context, errors }) =>
  enterCounted(context.scope, input).catch(throwRefusal(errors)),
)
const approve = inBusiness.stock.counts.approve.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () =>
    approveCount(scope, input).catch((error) => {
      if (error instanceof BelowZero) throw errors.BELOW_ZERO({ data: error.found })
      throw error instanceof CountedMore ? errors.COUNTED_MORE() : error
    }),
  ),
)
const cancel = inBusiness.stock.counts.cancel.handler(({ input, context: { scope }, errors }) =>
  change(scope, input, errors, () => cancelCount(scope, input)),
)

const settings = inBusiness.stock.settings.handler(({ context }) => findSettings(context.scope))
const saveSettings = inBusiness.stock.saveSettings.handler(async ({ input, context, errors }) => {
  if (!(await saveStockSettings(context.scope, input))) throw errors.CHANGED()
})

export const stock = {
  list,
  waiting,
  destinations,
  get,
  create,
  update,
  remove,
  finish,
  close,
  receive,
  correct,
  settings,
  saveSettings,
  counts: { begin, lines, entries, sheet, enter, approve, cancel },
}
