import { findNoticeKinds, NOTICE_RIGHTS } from '../../../contract/notices.ts'
import type { Entered } from '../../../db/tenant-scope.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { findLocalTime } from '../../shared/figures/compared-range.ts'
import { claimTest, listNotices, saveNotice, saveToken } from './choices.ts'
import { createEndUrl, createToken, hashToken } from './link.ts'
import { renderNotice } from './render.ts'
import type { NoticeParts } from './send-notices.ts'
import { writeNothing, writeNotice } from './write-notice.ts'

const findRight = ({ right }: Pick<Entered, 'right'>) => (right === 'everything' ? undefined : right)

const list = inBusiness.account.notices.list.handler(({ context }) => listNotices(context.scope, findRight(context)))

const save = inBusiness.account.notices.save.handler(async ({ input, context, errors }) => {
  const { scope, log } = context
  if (!findNoticeKinds(findRight(context)).includes(input.kind)) throw errors.RIGHT_REFUSED()
  if (!(await saveNotice(scope, input))) throw errors.NO_SITE()
  log.info({ event: 'notice_chosen', kind: input.kind, is_on: input.is_on }, 'a person chose a notice')
})

/** The mail is sent outside the transaction, which would otherwise wait for the mail server. */
const createSendNow = ({ sendMail, publicUrl, authSecret }: NoticeParts) =>
  signedIn.account.notices.sendNow.handler(async ({ input: { kind }, context, errors }) => {
    const { auth, person } = context
    const { user_id, email: to } = person
    const caller = { ...context, rights: NOTICE_RIGHTS[kind] }
    const businessid = await runInBusiness(caller, async (_scope, entered) => entered.businessid)
    context.identify({ business: businessid })
    if (!(await auth.isProven(person))) throw errors.NOT_PROVEN()
    const mail = await runInBusiness(caller, async (scope, { right, sees_costs }) => {
      const sites = await claimTest(scope, kind)
      if (sites === undefined) throw errors.TOO_SOON()
      const { today: day } = await findLocalTime(scope)
      const { notice } = await writeNotice(scope, { kind, day, sites, known: null, right, sees_costs })
      const written = notice ?? (await writeNothing(scope, { kind, sites }))
      const token = createToken(authSecret, { businessid, user_id, kind })
      await saveToken(scope, kind, hashToken(token))
      return renderNotice(written, { to, kind, publicUrl, endUrl: createEndUrl(publicUrl, token), isTest: true })
    })
    await auth.countNoticeTest({ to, sender: user_id, businessid })
    await sendMail(mail).catch((err) => {
      context.log.error({ event: 'mail_failed', kind, err }, 'a notice that a person asked for could not be mailed')
      throw errors.MAIL_FAILED()
    })
    return { email: to }
  })

export const createNotices = (parts: NoticeParts) => ({ list, save, sendNow: createSendNow(parts) })
