import type { Account } from '../../contract/account.ts'
import type { BusinessExport } from '../../contract/business-export.ts'
import type { Closing } from '../../contract/closing.ts'
import { NOTICE_DEFAULTS, NOTICE_KINDS, type Notice } from '../../contract/notices.ts'
import type { AccountSession } from '../../contract/own-sign-in.ts'
import type { ReceiptSettings } from '../../contract/receipts.ts'
import type { Plan } from '../../contract/signup.ts'
import type { StockSettings } from '../../contract/stock-settings.ts'
import type { StandardVatRate } from '../../contract/vat-rates.ts'
import { addDays } from '../lib/format/dates.ts'
import type { Answers } from './fake-server.ts'

export const CORNER: Plan = {
  ...{ subscriptionid: 1, name: 'Corner', description: 'For one shop, and for trying Winkel out.', price: 249 },
  ...{ currency: 'ZAR', billing_period: 'monthly', is_active: true },
}
export const MALL: Plan = { ...CORNER, subscriptionid: 3, name: 'Mall', description: 'For many shops.', price: 1149 }

export const ACCOUNT: Account = {
  email: 'naledi.dlamini@karoopantry.co.za',
  name: { firstname: 'Naledi', lastname: 'Dlamini', version: 1 },
  two_step: { is_on: false, codes_left: 0 },
  business: { name: 'Karoo Pantry', registration_number: '2019/123456/07', closing_hour: 0, difference_limit: 50, version: 1 },
  plan: { ...CORNER, trial_ends_at: new Date('2026-06-20T10:00:00Z') },
  is_owner: true,
}

export const NO_EXPORT: BusinessExport = {
  ...{ state: 'none', created_at: null, expires_at: null, done: 0, of: 0, bytes: 0 },
  estimated_bytes: 1_340_000,
}

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
export const LAPTOP: AccountSession = {
  id: '6c1b2a3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d',
  user_agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
  ip_address: '196.25.1.10',
  signed_in_at: new Date('2026-06-10T06:00:00Z'),
  last_used_at: new Date('2026-06-18T07:42:00Z'),
  is_current: true,
}
export const PHONE_SESSION: AccountSession = {
  ...LAPTOP,
  id: '0f1e2d3c-4b5a-4968-8776-655443322110',
  user_agent: `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`,
  ip_address: '41.0.0.7',
  last_used_at: new Date('2026-06-15T16:05:00Z'),
  is_current: false,
}

export const CLOSING: Closing = {
  closed_at: null,
  erase_at: new Date('2026-07-18T08:00:00Z'),
  backups_end_at: new Date('2026-08-17T08:00:00Z'),
}

export const RECOVERY_CODES = ['k7mp-2xqa-9wzt', 'bbcd-efgh-jkmn']
export const APP_KEY = 'JBSWY3DPEHPK3PXP'
const PASSWORD = 'correct horse battery'

const toProven = ({ needs_proof: _, ...account }: Account): Account => account

/** The calls of the account screen, answered from this account and these sessions. */
export function serveAccount(account: Account = ACCOUNT, sessions: AccountSession[] = [LAPTOP, PHONE_SESSION]): Answers {
  let current = account
  let open = sessions
  let stock: StockSettings = { stock_reasons: ['Damaged', 'Stolen'], purchase_price_rule: 'keep' }
  let receipts: ReceiptSettings = { vat_number: null, receipt_lines: [], discount_limit: 10 }
  let notices: Notice[] = NOTICE_KINDS.map((kind) => ({ kind, ...NOTICE_DEFAULTS }))
  let rates: StandardVatRate[] = [{ percent: 15, first_day: null, last_day: null }]
  const change = (values: Partial<Account>) => {
    current = { ...current, ...values }
  }
  return {
    signup: { plans: () => [CORNER, MALL] },
    businessExport: { get: () => NO_EXPORT },
    webhooks: { list: () => [] },
    stock: {
      settings: () => stock,
      saveSettings: ({ input: { opened: _, ...settings } }) => {
        stock = settings
      },
    },
    vatRates: {
      list: () => rates,
      save: ({ input }) => {
        rates = [...rates.map((rate) => ({ ...rate, last_day: addDays(input.first_day, -1) })), { ...input, last_day: null }]
      },
      remove: () => {
        rates = rates.slice(0, -1).map((rate) => ({ ...rate, last_day: null }))
      },
    },
    account: {
      receipts: {
        get: () => receipts,
        save: ({ input: { opened: _, ...settings } }) => {
          receipts = settings
        },
      },
      notices: {
        list: () => notices,
        save: ({ input }) => {
          notices = notices.map((notice) => (notice.kind === input.kind ? input : notice))
        },
        sendNow: () => ({ email: current.email }),
      },
      get: () => current,
      rename: ({ input: { opened, ...name } }) => change({ name: { ...name, version: opened.version + 1 } }),
      changePassword: ({ input, errors }) => {
        if (input.current !== PASSWORD) throw errors.WRONG_PASSWORD()
        open = open.filter((session) => session.is_current)
      },
      requestEmailChange: ({ input, errors }) => {
        if (input.current !== PASSWORD) throw errors.WRONG_PASSWORD()
      },
      emailProof: {
        start: () => undefined,
        confirm: ({ input, errors }) => {
          if (input.code !== '12345678') throw errors.CODE_WRONG()
          current = toProven(current)
        },
      },
      sessions: () => open,
      endSession: ({ input: { id } }) => {
        open = open.filter((session) => session.id !== id)
      },
      endOtherSessions: () => {
        open = open.filter((session) => session.is_current)
      },
      twoStep: {
        start: ({ input, errors }) => {
          if (input.current !== PASSWORD) throw errors.WRONG_PASSWORD()
          return { uri: `otpauth://totp/Winkel:naledi?secret=${APP_KEY}&issuer=Winkel`, recovery_codes: RECOVERY_CODES }
        },
        confirm: ({ input, errors }) => {
          if (input.code !== '123456') throw errors.CODE_WRONG()
          change({ two_step: { is_on: true, codes_left: RECOVERY_CODES.length } })
        },
        turnOff: () => change({ two_step: { is_on: false, codes_left: 0 } }),
        replaceCodes: () => {
          change({ two_step: { is_on: true, codes_left: RECOVERY_CODES.length } })
          return { recovery_codes: RECOVERY_CODES }
        },
      },
      updateBusiness: ({ input: { opened, ...business } }) =>
        change({ business: { ...current.business, ...business, version: opened.version + 1 } }),
      successors: () => [{ employeeid: 2, firstname: 'Sipho', lastname: 'Ndlovu' }],
      closing: {
        get: () => CLOSING,
        close: ({ input, errors }) => {
          if (input.current !== PASSWORD) throw errors.WRONG_PASSWORD()
          return { ...CLOSING, closed_at: new Date('2026-06-18T08:00:00Z') }
        },
      },
      handOver: ({ input, errors }) => {
        if (input.current !== PASSWORD) throw errors.WRONG_PASSWORD()
        change({ is_owner: false })
      },
      choosePlan: ({ input: { subscriptionid } }) => {
        const plan = [CORNER, MALL].find((one) => one.subscriptionid === subscriptionid) ?? CORNER
        change({ plan: { ...plan, trial_ends_at: null } })
      },
    },
  }
}
