import type { Figures } from '../../../contract/dashboard.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRange } from '../../rpc/read-range.ts'
import { createReadCoalescer } from '../../shared/coalesce-reads.ts'
import { savePreference } from '../../shared/preferences.ts'
import { dismissAnnouncement, listAnnouncements } from './announcements.ts'
import { findFigures } from './figures.ts'
import { findLateSales, saveDashboardSeen } from './late-sales.ts'
import { findFiguresCheck, findFirstSteps, findImportedSales, listHours, listSilentTills, saveImportsSeen } from './queries.ts'

/** Every open dashboard of a business asks for the figures when it hears of a sale, all at the same moment. */
const coalesceFigures = createReadCoalescer<Figures>()

// Each caller is let in or refused in a transaction of its own. Only the reading is shared.
const figures = signedIn.dashboard.figures.handler(({ input, context }) =>
  readRange(
    context,
    input,
    (scope) => findFigures(scope, input),
    (view, read) => coalesceFigures(`${view} ${JSON.stringify(input)}`, read),
  ),
)

const hours = inBusiness.dashboard.hours.handler(({ input, context }) => listHours(context.scope, input))

const figuresCheck = inBusiness.dashboard.figuresCheck.handler(({ context }) => findFiguresCheck(context.scope))

const firstSteps = inBusiness.dashboard.firstSteps.handler(({ context }) => findFirstSteps(context.scope))

const hideFirstSteps = inBusiness.dashboard.hideFirstSteps.handler(({ context }) =>
  savePreference(context.scope, { hides_first_steps: true }),
)

const importedSales = inBusiness.dashboard.importedSales.handler(({ context }) => findImportedSales(context.scope))

const hideImports = inBusiness.dashboard.hideImports.handler(async ({ input, context }) => {
  await saveImportsSeen(context.scope, input.importid)
})

const lateSales = inBusiness.dashboard.lateSales.handler(({ context }) => findLateSales(context.scope))

const markSeen = inBusiness.dashboard.markSeen.handler(async ({ input, context }) => {
  await saveDashboardSeen(context.scope, input.as_at)
})

const silentTills = inBusiness.dashboard.silentTills.handler(({ context }) => listSilentTills(context.scope))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

const dismissal = inBusiness.dashboard.dismissAnnouncement.handler(async ({ input, context, errors }) => {
  if (!(await dismissAnnouncement(context.scope, input.announcementid))) throw errors.NOT_FOUND()
})

export const dashboard = {
  figures,
  hours,
  figuresCheck,
  firstSteps,
  hideFirstSteps,
  importedSales,
  hideImports,
  lateSales,
  markSeen,
  silentTills,
  announcements,
  dismissAnnouncement: dismissal,
}
