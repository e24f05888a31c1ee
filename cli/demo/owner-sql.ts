import { Client } from 'pg'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { addDays, getWeekday } from './calendar.ts'

const TICKETS = [
  {
    subject: 'Barcode scanner reads some labels twice',
    status: 'open',
    days: 1,
    message: 'In Durban the scanner reads the labels of the spices twice, about once in ten.',
    answer: 'Please clean its window with a soft cloth, and tell us the name on the back of the scanner if it goes on.',
  },
  {
    subject: 'Invoice for October shows the old address',
    status: 'In progress',
    days: 3,
    message: 'We moved to Kloof Street in September. Please change the address on our invoices.',
    answer: 'Thank you. We send you a corrected invoice this week.',
  },
  { subject: 'How do we add a fourth shop?', status: 'open', days: 6, message: 'We open in Pretoria in March. What do we need?' },
  {
    subject: 'SnapScan payouts arrive a day late',
    status: 'Closed',
    days: 19,
    message: 'The payouts of the weekend came on Tuesday.',
    answer: 'SnapScan pays out on working days, so Monday was the first. Nothing is missing.',
  },
  {
    subject: 'Receipt printer in Durban prints blank slips',
    status: 'closed',
    days: 44,
    message: 'Every slip is blank since this morning.',
    answer: 'The paper is in the wrong way round: turn the roll.',
  },
  {
    subject: 'Change the name on our account',
    status: 'closed',
    days: 127,
    message: 'Our name is Karoo Pantry, without "The".',
    answer: 'Changed.',
  },
]

/** Writes announcements and support tickets by SQL as the owner of the database, because the API has no call for either. */
export async function insertAnnouncementsAndTickets(dataDir: string, businessid: string, today: string) {
  await asOwner(dataDir, async (owner) => {
    const sunday = addDays(today, 7 - getWeekday(today))
    const on = new Date(sunday).toLocaleDateString('en-ZA', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    // A new one every week, because the one before has ended. On a Sunday it is the next one: this one ends before the day does.
    await insertAnnouncement(owner, {
      message: `Winkel is updated on Sunday ${on} between 22:00 and 22:30. Tills keep working and sync afterwards.`,
      valid_until: `${sunday}T22:30:00+02:00`,
    })
    await insertAnnouncement(owner, {
      message: 'New: find any sale by its number, its seller or its shop.',
      link_title: 'Open Sales',
      link_value: '/sales',
    })
    for (const ticket of TICKETS) await insertTicket(owner, businessid, ticket)
  })
}

type Ticket = { subject: string; status: string; days: number; message: string; answer?: string }

/** A ticket with its messages, unless the demo has it. Support answers after an hour. */
const insertTicket = (owner: Client, businessid: string, { subject, status, days, message, answer = '' }: Ticket) =>
  owner.query(
    `with ticket as (
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
      where text <> ''`,
    [businessid, subject, status, days, message, answer],
  )

type Announcement = { message: string; link_title?: string; link_value?: string; valid_until?: string }

const insertAnnouncement = (owner: Client, { message, link_title, link_value, valid_until }: Announcement) =>
  owner.query(
    `insert into announcements (message, link_title, link_value, valid_until)
     select $1, $2, $3, $4::timestamptz where not exists (select from announcements where message = $1)`,
    [message, link_title, link_value, valid_until],
  )

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
