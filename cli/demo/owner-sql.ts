import { Client } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { addDays } from '../../server/shared/buckets.ts'
import { getWeekday } from './calendar.ts'

/** Subject; status and age in days; message and answer. */
const TICKETS = `
Barcode scanner reads some labels twice|open|1|In Durban the scanner reads the labels of the spices twice, about once in ten.|Please clean its window with a soft cloth, and tell us the name on the back of the scanner if it goes on.
Invoice for October shows the old address|In progress|3|We moved to Kloof Street in September. Please change the address on our invoices.|Thank you. We send you a corrected invoice this week.
How do we add a fourth shop?|open|6|We open in Pretoria in March. What do we need?|
SnapScan payouts arrive a day late|Closed|19|The payouts of the weekend came on Tuesday.|SnapScan pays out on working days, so Monday was the first. Nothing is missing.
Receipt printer in Durban prints blank slips|closed|44|Every slip is blank since this morning.|The paper is in the wrong way round: turn the roll.
Change the name on our account|closed|127|Our name is Karoo Pantry, without "The".|Changed.`
  .trim()
  .split('\n')
  .map((line) => line.split('|'))

/** Writes announcements and support tickets by SQL as the owner of the database, because the API has no call for either. */
export async function insertAnnouncementsAndTickets(dataDir: string, businessid: string, today: string) {
  await asOwner(dataDir, async (owner) => {
    const sunday = addDays(today, 7 - getWeekday(today))
    const on = new Date(sunday).toLocaleDateString('en-ZA', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    // A new one every week, because the one before has ended. On a Sunday it is the next one: this one ends before the day does.
    const update = `Winkel is updated on Sunday ${on} between 22:00 and 22:30. Tills keep working and sync afterwards.`
    await owner.query(INSERT_ANNOUNCEMENT, [update, null, null, `${sunday}T22:30:00+02:00`])
    const news = 'New: find any sale by its number, its seller or its shop.'
    await owner.query(INSERT_ANNOUNCEMENT, [news, 'Open Sales', '/sales', null])
    for (const ticket of TICKETS) await owner.query(INSERT_TICKET, [businessid, ...ticket])
  })
}

/** A ticket with its messages, unless the demo has it. Support answers after an hour. */
const INSERT_TICKET = `
  with ticket as (
    insert into support_tickets (businessid, subject, status, created_at, read_at)
    select $1, $2, $3, now() - make_interval(days => $4), now() - make_interval(days => $4)
     where not exists (select from support_tickets where businessid = $1 and subject = $2)
    returning ticketid, created_at
  )
  insert into ticket_messages (businessid, ticketid, is_from_support, user_id, message, created_at)
  select $1, ticketid, from_support, owner.user_id, text, ticket.created_at + make_interval(hours => hours)
    from ticket
    cross join (values (false, $5, 0), (true, $6, 1)) as messages (from_support, text, hours)
    left join business_users as owner on owner.businessid = $1 and owner.role = 'owner' and not from_support
   where text <> ''`

const INSERT_ANNOUNCEMENT = `
  insert into announcements (message, link_title, link_value, valid_until)
  select $1, $2, $3, $4::timestamptz where not exists (select from announcements where message = $1)`

/** Updates the statistics of the planner, which PostgreSQL itself does only a minute later. */
export const analyzeTables = (dataDir: string) => asOwner(dataDir, (owner) => owner.query('analyze'))

/** Runs statements as the owner of the demo's database. */
export async function asOwner(dataDir: string, query: (owner: Client) => Promise<unknown>) {
  const owner = new Client(await findOwnerConnection(dataDir))
  await owner.connect()
  try {
    await query(owner)
  } finally {
    await owner.end()
  }
}
