import { signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { findExport } from './queries.ts'
import type { ExportRunner } from './run-export.ts'

/** An owner downloads the data of a closed business too. */
export function createBusinessExport(runner: ExportRunner) {
  const get = signedIn.businessExport.get.handler(({ context, errors }) =>
    runInBusiness(
      context,
      async (scope, { businessid }) => {
        context.identify({ business: businessid })
        if (!(await isOwner(scope, context.person.user_id))) throw errors.OWNER_ONLY()
        return findExport(scope)
      },
      'asOwner',
    ),
  )
  const create = signedIn.businessExport.create.handler(async ({ context, errors }) => {
    const log = await runInBusiness(
      context,
      async (scope, { businessid }) => {
        if (!(await isOwner(scope, context.person.user_id))) throw errors.OWNER_ONLY()
        return context.identify({ business: businessid })
      },
      'asOwner',
    )
    if ((await runner.start(context.person.user_id, log)) === 'running') throw errors.EXPORT_RUNNING()
    log.info({ event: 'business_export_started' }, 'an owner asked for the file of the business')
  })
  return { get, create }
}
