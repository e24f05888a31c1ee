import {
  type CashUpDay,
  type CashUpInput,
  type CashUpRow,
  type CashUpsPage,
  hasLargeDifference,
} from '../../../contract/cash-ups.ts'
import { CASH_UPS_PER_PAGE } from '../../../contract/shared/constants.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { readPage } from '../../shared/list-query.ts'
import { insertMovement, removeMovement } from './drawer-movements.ts'
import { findDay, findPeriod, findToday, getMonth, insertCashUp, listDays, listSites, lockDay, walkCashUps } from './queries.ts'

const list = inBusiness.cashUps.list.handler(async ({ input, context: { scope } }) => {
  const today = await findToday(scope)
  const days = await listDays(scope, { ...input, month: input.month ?? getMonth(today) })
  const page = await readPage(
    input.page,
    CASH_UPS_PER_PAGE,
    async () => ({ results: days.length }),
    async ({ limit, offset }) => days.slice(offset, offset + limit),
  )
  return { ...page, today, totals: sumDays(days, today) }
})

function sumDays(days: CashUpRow[], today: string): CashUpsPage['totals'] {
  const counted = days.flatMap(({ expected, cash_up }) => (cash_up ? [{ expected, ...cash_up }] : []))
  return {
    expected: sumRand(counted.map(({ expected }) => expected)),
    counted: sumRand(counted.map(({ counted }) => counted)),
    difference: sumRand(counted.map(({ difference }) => difference)),
    days: counted.length,
    missing: days.filter(({ day, sales, cash_up, is_imported }) => !cash_up && sales > 0 && !is_imported && day < today).length,
  }
}

const all = inBusiness.cashUps.all.handler(({ input, context: { scope } }) => walkCashUps(scope, input))

const month = inBusiness.cashUps.month.handler(async ({ input, context: { scope } }) => {
  const today = await findToday(scope)
  const month = input.month ?? getMonth(today)
  const sites = await listSites(scope, input)
  const days = Map.groupBy(await listDays(scope, { ...input, month }), ({ siteid }) => siteid)
  const listCells = (siteid: number) => (days.get(siteid) ?? []).map(toCell).reverse()
  return { month, today, sites: sites.map((site) => ({ ...site, days: listCells(site.siteid) })) }
})

const toCell = ({ day, sales, is_imported, cash_up }: CashUpRow) => ({
  ...{ day, sales, ...(is_imported && { is_imported }) },
  difference: cash_up?.difference ?? null,
  late: cash_up?.late ?? null,
})

const day = inBusiness.cashUps.day.handler(async ({ input, context: { scope }, errors }) => {
  const period = await findPeriod(scope, input)
  if (!period) throw errors.NO_SITE()
  return findDay(scope, period)
})

const create = inBusiness.cashUps.create.handler(async ({ input, context: { scope, log }, errors }) => {
  const { request_id, opened, ...values } = input
  await lockDay(scope, input)
  const refuseUsedKey = throwConstraintError({}, { ALREADY_USED: errors.ALREADY_USED })
  const { existing, key } = await claimRequest(scope, 'cash_ups', request_id, values).catch(refuseUsedKey)
  if (existing !== undefined) return { cash_upid: existing }
  const period = await findPeriod(scope, input)
  if (!period) throw errors.NO_SITE()
  if (!period.has_begun) throw errors.NOT_BEGUN()

  const found = await findDay(scope, period)
  const entry = found.entries[0]?.entry ?? 0
  if (entry !== opened.entry) throw errors.CASHED_UP({ data: found })
  const isExpected = opened.expected === undefined || sumRand(found.expected.map(({ expected }) => expected)) === opened.expected
  if (countSales(found) !== opened.sales || !isExpected) throw errors.SALES_CHANGED({ data: found })
  if (!hasEveryMethod(found, input)) throw errors.INCOMPLETE()

  const lines = addExpected(found, input)
  if (!input.note && hasLargeDifference(lines, found.difference_limit)) throw errors.NOTE_REQUIRED()

  const saved = await insertCashUp(scope, { ...values, period, key, entry: entry + 1, lines }).catch(refuseUsedKey)
  log.info({ event: 'cash_up_saved', ...saved, entry: entry + 1 }, 'a day of a site was cashed up')
  return saved
})

const countSales = ({ expected }: CashUpDay) => expected.reduce((sales, line) => sales + line.sales, 0)

const hasEveryMethod = ({ expected }: CashUpDay, { lines }: CashUpInput) =>
  expected.every((line) => lines.some(({ payment_method }) => payment_method === line.payment_method))

const addExpected = ({ expected }: CashUpDay, { lines }: CashUpInput) =>
  lines.map((line) => {
    const sold = expected.find(({ payment_method }) => payment_method === line.payment_method)
    return { ...{ sales: 0, expected: 0, tips: 0, paid_in: 0, paid_out: 0 }, ...sold, ...line }
  })

export const cashUps = { list, all, month, day, create }

export const drawerMovements = {
  create: inBusiness.drawerMovements.create.handler(async ({ input, context: { scope, log }, errors }) => {
    const { request_id, ...values } = input
    const refuseUsedKey = throwConstraintError({}, { ALREADY_USED: errors.ALREADY_USED })
    const { existing, key } = await claimRequest(scope, 'drawer_movements', request_id, values).catch(refuseUsedKey)
    if (existing !== undefined) return { movementid: existing }
    const period = await findPeriod(scope, input)
    if (!period) throw errors.NO_SITE()
    if (!period.has_begun) throw errors.NOT_BEGUN()
    const entered = await insertMovement(scope, { ...values, period, key }).catch(refuseUsedKey)
    log.info({ event: 'drawer_movement_entered', ...entered, site: input.siteid }, 'money was paid into a drawer or out of it')
    return entered
  }),
  remove: inBusiness.drawerMovements.remove.handler(async ({ input: { movementid }, context: { scope, log }, errors }) => {
    if (!(await removeMovement(scope, movementid))) throw errors.NOT_FOUND()
    log.info({ event: 'drawer_movement_removed', movementid }, 'a movement of a drawer was taken back')
  }),
}
