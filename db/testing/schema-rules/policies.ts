import type { Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { insert } from './values.ts'

/** Policies beside those that every table of businesses has. */
export function createExtraPolicyRules({ own, other, secondSite }: Shops): Rule[] {
  const sale = { siteid: secondSite, employeeid: own.employeeid, saledate: '2026-11-21T12:00Z', finalamount: 1 }
  return [
    {
      kind: 'policy',
      name: 'sales.sales__till',
      reason: 'a till reads and writes the sales of its site',
      role: 'till',
      proofs: [
        { query: 'select distinct siteid::float from sales', rows: [[own.siteid]] },
        { refused: insert('sales', sale).replace('overriding system value', '') },
      ],
    },
    {
      kind: 'policy',
      name: 'announcement_dismissals.announcement_dismissals__user',
      reason: 'what a colleague put away is still shown',
      role: 'tenant',
      prepare: `insert into announcement_dismissals (businessid, user_id, announcementid)
                select '${own.businessid}', '${other.user_id}', announcementid from announcements`,
      proofs: [{ query: 'select user_id from announcement_dismissals', rows: [[own.user_id]] }],
    },
    {
      kind: 'policy',
      name: 'notices.notices__user',
      reason: 'each person has notices of their own',
      role: 'tenant',
      prepare: `alter table notices drop constraint notices__business_user;
                insert into notices (businessid, user_id, kind, is_on, hour, weekday)
                values ('${own.businessid}', '${other.user_id}', 'daily', true, 7, 1)`,
      proofs: [{ query: 'select user_id from notices', rows: [[own.user_id]] }],
    },
    {
      kind: 'policy',
      name: 'preferences.preferences__user',
      reason: 'each person has preferences of their own',
      role: 'tenant',
      prepare: `alter table preferences drop constraint preferences__business_user;
                insert into preferences (businessid, user_id) values ('${own.businessid}', '${other.user_id}')`,
      proofs: [{ query: 'select user_id from preferences', rows: [[own.user_id]] }],
    },
  ]
}
