import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Right } from './rights.ts'
import { TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, NO_SITE, NOT_PROVEN } from './shared/errors.ts'
import { Id } from './shared/fields.ts'

// Notices by e-mail: each person chooses the own ones. All are off at first.

export const NOTICE_KINDS = ['daily', 'weekly', 'low_stock', 'silent_till'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const FIGURES: readonly Right[] = ['bookkeeper', 'manager']

/** The rights of people who may choose a notice, beside owners and admins. */
export const NOTICE_RIGHTS: Record<NoticeKind, readonly Right[]> = {
  daily: FIGURES,
  weekly: FIGURES,
  low_stock: [...FIGURES, 'stock'],
  silent_till: FIGURES,
}

/** The notices that a person may choose, in their order. `right` is undefined for owners and admins. */
export const findNoticeKinds = (right: Right | undefined) =>
  NOTICE_KINDS.filter((kind) => right === undefined || NOTICE_RIGHTS[kind].includes(right))

/** Products in a mail; a link leads to the others. */
export const LOW_STOCK_IN_NOTICE = 20
const MAX_SITES = 500
export const TEST_PAUSE_SECONDS = 60

const NoticeChoice = z.strictObject({
  is_on: z.boolean(),
  /** On the clock of the business. Of a notice about silent tills it is not used. */
  hour: z.number().int().min(0).max(23),
  /** Of the weekly notice: 1 is Monday. */
  weekday: z.number().int().min(1).max(7),
  /** Ids. Empty for all sites, those of later too. */
  sites: z.array(Id).max(MAX_SITES, `Choose at most ${MAX_SITES} sites.`),
})

export const Notice = NoticeChoice.extend({ kind: z.enum(NOTICE_KINDS) })
export type Notice = z.infer<typeof Notice>

/** What a notice has that a person never chose. */
export const NOTICE_DEFAULTS = { is_on: false, hour: 7, weekday: 1, sites: [] as number[] }

const kind = z.enum(NOTICE_KINDS)
const TOO_SOON = {
  status: 429,
  message: 'One was just sent. Check your e-mail, or try again in a minute.',
} as const
const MAIL_FAILED = { status: 503, message: 'Could not send the e-mail. Try again later.' } as const

const route = oc.errors(dataErrors)
const tags = ['Account']

export const notices = {
  list: route
    .route({
      method: 'GET',
      path: '/account/notices',
      summary: 'The notices of the caller by e-mail',
      description: 'A person with a right has those that the right includes.',
      tags,
    })
    .output(z.array(Notice)),
  save: route
    .route({
      method: 'PUT',
      path: '/account/notices/{kind}',
      summary: 'Choose a notice of the caller',
      description: 'After its hour of a day, a notice begins on the next one.',
      tags,
    })
    .input(Notice)
    .output(z.void())
    .errors({ NO_SITE }),
  sendNow: route
    .route({
      method: 'POST',
      path: '/account/notices/{kind}/test',
      summary: 'Mail the caller a notice now, as it would be',
      description: `At most one a minute of each kind. It changes nothing about the next one.`,
      tags,
    })
    .input(z.strictObject({ kind }))
    .output(z.object({ email: z.string() }))
    .errors({ TOO_SOON, MAIL_FAILED, NOT_PROVEN, TOO_MANY_ATTEMPTS }),
}
