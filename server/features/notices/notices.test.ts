import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findNoticeKinds, NOTICE_KINDS, type Notice, type NoticeKind } from '../../../contract/notices.ts'
import type { Right, RightInput } from '../../../contract/rights.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createMailer, type Mail, MailUnanswered } from '../../auth/mail.ts'
import { createOwner, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSmtpServer } from '../../testing/smtp-server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { waitForBlocked } from '../../testing/wait-until.ts'
import { createToken } from './link.ts'
import { sendNotices } from './send-notices.ts'

// The time is an argument, on days on which the server itself, which looks each minute, has nothing to send.

const smtp = await createSmtpServer()
const server = await testServer({ smtpUrl: smtp.url })
afterAll(async () => {
  await server.close()
  await smtp.stop()
})
const team = createTeamHelpers(server)
const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows

const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
const { publicUrl, authSecret } = server.config
/** A server; `onSent` is called when the mail server has taken a mail. */
const createSender = ({ smtpUrl = smtp.url, onSent = () => undefined }: { smtpUrl?: string; onSent?: () => void } = {}) => {
  const sendMail = createMailer({ ...server.config, smtpUrl }, log)
  const parts = {
    ...{ scopes: createTenantScopes(server.store.pool), log, publicUrl, authSecret, asksForProof: true },
    sendMail: async (mail: Mail) => {
      await sendMail(mail)
      onSent()
    },
  }
  return (at: string, signal?: AbortSignal) => sendNotices(parts, new Date(at), signal)
}
const send = createSender()

let thandi: Owner
beforeEach(async () => {
  await ask('delete from notices')
  smtp.mails.length = 0
  smtp.state.answer = 'accept'
  smtp.state.attempts = 0
  thandi = await createOwner(server)
})

const choose = async (kind: NoticeKind, values: Partial<Notice> = {}, owner: Owner = thandi) => {
  await owner.api.account.notices.save({ kind, is_on: true, hour: 7, weekday: 1, sites: [], ...values })
  server.secrets.add(createToken(authSecret, { ...owner, kind }))
  // As if it had been chosen long ago.
  await ask('update notices set sent_for = null where user_id = $1 and kind = $2', [owner.user_id, kind])
}

const sell = (saledate: string, finalamount: number, owner: Owner = thandi, siteid = owner.siteid) =>
  ask(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method) values ($1, $2, $3, $4, $5, 'cash')`,
    [...[owner.businessid, siteid, owner.employeeid, saledate, finalamount]],
  )

type SoldLine = { name: string; quantity: number; price: number; cost: number | null; is_unknown?: boolean }

async function sellLines(saledate: string, lines: SoldLine[]) {
  const { businessid, siteid, employeeid } = thandi
  const amount = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)
  const [{ saleid }] = await ask(
    'insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, $4, $5) returning saleid',
    [businessid, siteid, employeeid, saledate, amount],
  )
  for (const [index, { name, quantity, price, cost, is_unknown = false }] of lines.entries()) {
    const [{ productid }] = await ask(
      `insert into product (businessid, siteid, productname, price, stock, is_unknown, archived_at)
       values ($1, $2, $3, $4, 500, $5, case when $5 then now() end) returning productid`,
      [businessid, siteid, name, price, is_unknown],
    )
    await ask(
      `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [businessid, saleid, index + 1, saledate, siteid, employeeid, productid, quantity, name, price, cost],
    )
  }
}

/** Of the text and of the HTML, with ordinary blanks. */
const read = (index = -1) => {
  const mail = smtp.mails.at(index)
  if (!mail) throw new Error('no mail came')
  return { ...mail, text: mail.text.replaceAll('\u00a0', ' '), html: mail.html.replaceAll('\u00a0', ' ') }
}
const addProducts = (stocks: number[], owner: Owner = thandi, name = 'Product') =>
  ask(
    `insert into product (businessid, siteid, productname, price, stock)
     select $1, $2, $4 || ' ' || n, 1, stock from unnest($3::numeric[]) with ordinality s (stock, n) returning productid`,
    [owner.businessid, owner.siteid, stocks, name],
  )
/** A till that sold daily and was used last so long ago. */
const addSilentTill = async (name: string, hours: number) => {
  const { till } = await thandi.api.tills.create({ siteid: thandi.siteid, name })
  await ask(`update till_keys set used_days = 127, last_used_at = now() - make_interval(hours => $2) where tillid = $1`, [
    till.tillid,
    hours,
  ])
  return till.tillid
}

/** Starts servers one after the other, each of which waits in the middle of writing a mail until `change` is done. */
async function writeSlowly(servers: (() => Promise<void>)[], change: () => Promise<unknown> = async () => undefined) {
  const other = await server.ownerPool.connect()
  try {
    await other.query('begin; lock table cash_ups in access exclusive mode')
    const sending: Promise<void>[] = []
    for (const start of servers) {
      sending.push(start())
      await waitForBlocked(server.ownerPool, sending.length)
    }
    await change()
    await other.query('commit')
    await Promise.all(sending)
  } finally {
    await other.query('rollback')
    other.release()
  }
}

describe('daily notice', () => {
  test('is sent once at its hour of the business, by one of two servers', async () => {
    await choose('daily')
    await sell('2027-03-01T10:00Z', 115)
    await send('2027-03-02T04:59:00Z') // 06:59
    expect(smtp.mails).toEqual([])
    await Promise.all([send('2027-03-02T05:00:00Z'), createSender()('2027-03-02T05:00:30Z')])
    await send('2027-03-02T12:00:00Z')
    expect(smtp.mails.map(({ to }) => to)).toEqual([thandi.credentials.email])
    await send('2027-03-03T05:00:00Z')
    expect(smtp.mails).toHaveLength(2)
  })

  test('that a server takes too long to write is sent by another one, and not by both', async () => {
    await choose('daily')
    await writeSlowly([() => send('2027-03-02T05:00:00Z'), () => createSender()('2027-03-02T05:16:00Z')])
    await send('2027-03-02T08:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('that a server which stops has not begun is sent by another one at once', async () => {
    const anna = await createOwner(server)
    await choose('daily')
    await choose('daily', {}, anna)
    const stop = new AbortController()
    await createSender({ onSent: () => stop.abort() })('2027-03-02T05:00:00Z', stop.signal)
    expect(smtp.mails).toHaveLength(1)
    await send('2027-03-02T05:00:00Z')
    const people = [thandi, anna].map(({ credentials }) => credentials.email)
    expect(smtp.mails.map(({ to }) => to).sort()).toEqual(people.sort())
  })

  test('that an outage missed is sent later on the same day, and not for days gone by', async () => {
    await choose('daily')
    await sell('2027-03-03T10:00Z', 80)
    await send('2027-03-04T21:59:00Z') // 23:59 of the 4th
    await send('2027-03-04T22:01:00Z')
    expect(smtp.mails).toHaveLength(1)
    expect(read().text).toContain('R 80,00, Wednesday 3 March')
    await send('2027-03-10T04:00:00Z') // days later, before the hour
    expect(smtp.mails).toHaveLength(1)
    await send('2027-03-10T06:00:00Z')
    expect(smtp.mails).toHaveLength(2)
    expect(read().text).toContain('No sales, Tuesday 9 March')
  })

  test('comes once on the days of a change of clocks, also at an hour that there is not or that there is twice', async () => {
    await ask(`update business set timezone = 'Europe/Berlin' where id = $1`, [thandi.businessid])
    await choose('daily', { hour: 2 })
    await send('2027-03-28T00:59:00Z') // 01:59, and 2 o'clock is left out
    expect(smtp.mails).toHaveLength(0)
    await send('2027-03-28T01:00:00Z') // 03:00
    await send('2027-03-28T02:00:00Z')
    expect(smtp.mails).toHaveLength(1)
    await send('2027-10-31T00:00:00Z') // 02:00 for the first time
    await send('2027-10-31T01:00:00Z') // and for the second
    expect(smtp.mails).toHaveLength(2)
  })

  test('has each site beside the same weekday, what the cost and the products are known of, refunds, and what has no sales', async () => {
    const rosebank = (await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })).siteid
    await thandi.api.sites.create({ sitename: 'Zeerust', location: 'x' })
    await sell('2027-01-01T10:00Z', 1)
    await sell('2027-03-08T10:00Z', 200)
    await sellLines('2027-03-15T10:00Z', [
      { name: 'Tea', quantity: 2, price: 115, cost: 40 },
      { name: 'Nobody knows', quantity: 1, price: 34.5, cost: null, is_unknown: true },
    ])
    await sell('2027-03-15T11:00Z', -30)
    await sell('2027-03-15T21:59Z', 20)
    await sell('2027-03-15T22:00Z', 9999) // of the next day
    await sell('2027-03-15T10:00Z', 50, thandi, rosebank)
    await choose('daily')
    await send('2027-03-16T05:00:00Z')
    const { text, html, headers } = read()
    expect(headers.get('subject')).toBe('Nkosi Stores: R 304,50, Monday 15 March')
    expect(text).toContain(
      [
        'Sales incl. VAT',
        '- Rosebank: R 50,00',
        '  1 sale, nothing on Monday 8 March',
        '  cost not known',
        '- Sandton: R 254,50',
        '  3 sales, 27 % more than on Monday 8 March',
        '  Profit R 120,00, cost known for 90 % of revenue',
        '  1 refund, -R 30,00',
        '- Zeerust: No sales',
        '- All: R 304,50',
        '  4 sales, 52 % more than on Monday 8 March',
        '  Profit R 120,00, cost known for 76 % of revenue',
        '  1 refund, -R 30,00',
        'R 34,50 of it is from products missing from your product list.',
        `Open the report: ${publicUrl}/reports?by=site&from=2027-03-15&to=2027-03-15`,
      ].join('\n'),
    )
    expect(html).toContain('27 % more than on Monday 8 March')
  })

  test('of chosen sites has these alone, and is not sent when all of them are gone', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    await sell('2027-03-15T10:00Z', 70, thandi, siteid)
    await sell('2027-03-15T10:00Z', 500)
    await choose('daily', { sites: [siteid] })
    await send('2027-03-16T05:00:00Z')
    expect(read().text).toContain('R 70,00, Monday 15 March')
    expect(read().text).not.toContain('Sandton')
    await ask('delete from sales where businessid = $1', [thandi.businessid])
    await thandi.api.sites.remove({ siteid })
    expect((await thandi.api.account.notices.list()).find(({ kind }) => kind === 'daily')).toMatchObject({
      is_on: true,
      sites: [],
    })
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('has the cash-ups of the day with their differences, and the sites that are not cashed up', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const cashUp = async (site: number, day: string, entry: number, expected: number, counted: number) => {
      const [{ cash_upid }] = await ask(
        `insert into cash_ups (businessid, siteid, day, entry, starts_at, ends_at, user_id)
         values ($1, $2, $3::date, $4, $3::date, $3::date + 1, $5) returning cash_upid`,
        [thandi.businessid, site, day, entry, thandi.user_id],
      )
      await ask(
        `insert into cash_up_lines (businessid, cash_upid, payment_method, sales, expected, counted) values ($1, $2, 'cash', 1, $3, $4)`,
        [thandi.businessid, cash_upid, expected, counted],
      )
    }
    await cashUp(siteid, '2027-03-10', 1, 5, 5)
    await cashUp(thandi.siteid, '2027-03-15', 1, 100, 10)
    await cashUp(thandi.siteid, '2027-03-15', 2, 100, 72.1)
    await sell('2027-03-15T10:00Z', 100)
    await sell('2027-03-16T22:30Z', 7) // of the day after
    await choose('daily')
    await send('2027-03-16T05:00:00Z')
    expect(read().text).toContain(
      [
        'Cash-ups',
        '- Sandton: R 27,90 short',
        '  Counted R 72,10, expected R 100,00',
        'Not cashed up: Rosebank.',
        `Open the cash-ups: ${publicUrl}/cash-ups?month=2027-03`,
      ].join('\n'),
    )
  })

  test('says what arrived after a cash-up without a difference', async () => {
    await sell('2027-03-15T10:00Z', 60)
    await sell('2027-03-15T11:00Z', 40)
    const [{ cash_upid }] = await ask(
      `insert into cash_ups (businessid, siteid, day, entry, starts_at, ends_at, user_id)
       values ($1, $2, $3, 1, '2027-03-14T22:00Z', '2027-03-15T22:00Z', $4) returning cash_upid`,
      [thandi.businessid, thandi.siteid, '2027-03-15', thandi.user_id],
    )
    await ask(
      `insert into cash_up_lines (businessid, cash_upid, payment_method, sales, expected, counted) values ($1, $2, 'cash', 2, 100, 100)`,
      [thandi.businessid, cash_upid],
    )
    await sell('2027-03-15T12:00Z', 480.86)
    await choose('daily')
    await send('2027-03-16T05:00:00Z')
    expect(read().text).toContain(
      [
        '- Sandton: No difference when counted',
        '  Counted R 100,00, expected R 100,00',
        '  1 sale for R 480,86 arrived later',
      ].join('\n'),
    )
  })

  test('lists at most 20 products with low stock, and silent tills, beside which sales may be missing', async () => {
    await addProducts([...Array.from({ length: 32 }, (_, index) => index - 1.5), 50])
    await addSilentTill('Back till', 30)
    await addSilentTill('Front till', 1)
    await choose('daily')
    await send('2027-03-16T05:00:00Z')
    const { text } = read()
    expect(text.match(/^- Product \d+/gm)).toHaveLength(20)
    expect(text).toContain('- Product 1: -1,5\n  Sandton\n- Product 2: -0,5')
    expect(text).toContain(`And 12 more.\nOpen the products: ${publicUrl}/products?low=true&sort=stock`)
    expect(text).toContain('A till stopped sending, so sales may be missing.')
    expect(text).toMatch(/- Back till at Sandton\n {2}Has sent nothing since \w+day \d+ \w+, \d\d:\d\d/)
    expect(text).not.toContain('Front till')
  })
})

test('weekly notice: comes on its weekday, up to two days late, with the days without sales', async () => {
  await sell('2027-01-01T10:00Z', 1)
  await sell('2027-03-03T10:00Z', 100)
  for (const day of ['08', '09', '10', '12', '13']) await sell(`2027-03-${day}T10:00Z`, 10)
  await choose('weekly', { weekday: 1, hour: 6 })
  await send('2027-03-15T03:59:00Z')
  expect(smtp.mails).toHaveLength(0)
  await send('2027-03-17T20:00:00Z')
  await send('2027-03-18T06:00:00Z')
  expect(smtp.mails).toHaveLength(1)
  const { text } = read()
  expect(text).toContain('R 50,00, 8 March to 14 March')
  expect(text).toContain('5 sales, 50 % less than in the seven days before')
  expect(text).toContain('Without sales: Thursday 11 March, Sunday 14 March.')
  await send('2027-03-25T06:00:00Z') // three days late
  expect(smtp.mails).toHaveLength(1)
  await send('2027-03-29T06:00:00Z')
  expect(smtp.mails).toHaveLength(2)
})

test('low stock notice: names once a day what is low since the last one, and what is low once more', async () => {
  const [{ productid: tea }, { productid: milk }] = await addProducts([3, 80])
  const setStock = (productid: number, stock: number) =>
    ask('update product set stock = $2 where productid = $1', [productid, stock])
  await choose('low_stock', { hour: 8 })
  await send('2027-03-16T05:59:00Z')
  expect(smtp.mails).toHaveLength(0)
  await send('2027-03-16T06:00:00Z')
  expect(read()).toMatchObject({ text: expect.stringContaining('1 product with low stock') })
  expect(read()).toMatchObject({ text: expect.stringContaining('Low stock: fewer than 50 units, whatever the reorder level') })
  await setStock(milk, 5)
  await send('2027-03-16T09:00:00Z')
  expect(smtp.mails).toHaveLength(1)
  await send('2027-03-17T06:00:00Z')
  expect(smtp.mails).toHaveLength(2)
  expect(read().text).toContain('- Product 2: 5')
  expect(read().text).not.toContain('- Product 1')
  await send('2027-03-18T06:00:00Z') // nothing new, and looked at again later
  await setStock(tea, 60)
  await send('2027-03-18T06:20:00Z')
  expect(smtp.mails).toHaveLength(2)
  await setStock(tea, 2)
  await send('2027-03-18T06:30:00Z')
  expect(smtp.mails).toHaveLength(2)
  await send('2027-03-18T06:40:00Z')
  expect(smtp.mails).toHaveLength(3)
  expect(read().text).toContain('- Product 1: 2')
})

test('low stock notice: keeps what it named in rows, and names it again after a mail that was not taken or another choice of sites', async () => {
  const readNamed = async () => {
    const named = await ask('select productid from noticed_products where user_id = $1 order by 1', [thandi.user_id])
    const [notice] = await ask(`select known from notices where user_id = $1 and kind = 'low_stock'`, [thandi.user_id])
    return { known: notice.known, named: named.map(({ productid }) => productid) }
  }
  const [{ productid: tea }, { productid: milk }] = await addProducts([3, 4, 80])
  await choose('low_stock')
  await send('2027-03-16T05:00:00Z')
  expect(smtp.mails).toHaveLength(1)
  expect(await readNamed()).toEqual({ known: [], named: [tea, milk] })
  const [{ productid: salt }] = await addProducts([5], thandi, 'Salt')
  smtp.state.answer = 'later'
  await send('2027-03-17T05:00:00Z')
  expect(await readNamed()).toEqual({ known: [], named: [tea, milk] })
  smtp.state.answer = 'accept'
  await send('2027-03-17T09:00:00Z')
  expect(read().text).toContain('- Salt 1: 5')
  expect(read().text).not.toContain('- Product 1')
  expect(await readNamed()).toEqual({ known: [], named: [tea, milk, salt] })
  await choose('low_stock', { sites: [thandi.siteid] })
  await send('2027-03-18T05:00:00Z')
  expect(read().text).toContain('- Product 1: 3')
  await ask('delete from notices where user_id = $1', [thandi.user_id])
  expect(await ask('select from noticed_products where user_id = $1', [thandi.user_id])).toEqual([])
})

test('silent till notice: comes once for each silence', async () => {
  await choose('silent_till')
  await send('2027-03-16T05:00:00Z')
  expect(smtp.mails).toHaveLength(0)
  const tillid = await addSilentTill('Back till', 30)
  for (const minutes of ['20', '40']) await send(`2027-03-16T05:${minutes}:00Z`)
  expect(smtp.mails).toHaveLength(1)
  expect(read().headers.get('subject')).toBe('Nkosi Stores: Back till at Sandton stopped sending')
  await ask('update till_keys set last_used_at = now() where tillid = $1', [tillid])
  await send('2027-03-16T06:00:00Z')
  await ask(`update till_keys set last_used_at = now() - interval '25 hours' where tillid = $1`, [tillid])
  for (const hour of ['07', '08']) await send(`2027-03-16T${hour}:00:00Z`)
  expect(smtp.mails).toHaveLength(2)
})

describe('notice when the mail server', () => {
  beforeEach(() => choose('daily'))

  test('is away, is tried again after pauses, and sent once', async () => {
    smtp.state.answer = 'later'
    await send('2027-03-16T05:00:00Z')
    await send('2027-03-16T05:00:30Z')
    expect(smtp.state.attempts).toBe(1)
    await send('2027-03-16T05:01:00Z')
    await send('2027-03-16T05:02:00Z')
    expect(smtp.state.attempts).toBe(2)
    await send('2027-03-16T05:03:00Z')
    expect(smtp.state.attempts).toBe(3)
    smtp.state.answer = 'accept'
    await send('2027-03-16T05:07:00Z')
    await send('2027-03-16T06:00:00Z')
    expect(smtp.mails).toHaveLength(1)
    expect(logged.filter((line) => line.includes('mail_failed')).length).toBeGreaterThanOrEqual(3)
  })

  test('cannot be reached, is sent when it is back', async () => {
    const away = createSender({ smtpUrl: 'smtp://127.0.0.1:1' })
    await away('2027-03-16T05:00:00Z')
    await send('2027-03-16T05:01:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('is away all day, is not sent on the next one as well', async () => {
    smtp.state.answer = 'later'
    await send('2027-03-16T21:50:00Z')
    smtp.state.answer = 'accept'
    await send('2027-03-17T04:00:00Z')
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails.map(({ text }) => text.split('\n')[0]?.trim())).toEqual(['No sales, Tuesday 16 March'])
  })

  test('refuses the address for good, is not tried again that day', async () => {
    smtp.state.answer = 'never'
    for (const hour of ['05', '08', '20']) await send(`2027-03-16T${hour}:00:00Z`)
    expect(smtp.state.attempts).toBe(1)
    smtp.state.answer = 'accept'
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('may have taken the mail before the connection broke, is not sent a second time', async () => {
    smtp.state.answer = 'cut'
    await send('2027-03-16T05:00:00Z')
    smtp.state.answer = 'accept'
    await send('2027-03-16T12:00:00Z')
    expect(smtp.mails).toHaveLength(0)
    expect(smtp.state.attempts).toBe(1)
  })

  test('takes the mail of a server that then stops, is not sent a second time', async () => {
    let stopped = false
    const stopping = createSender({
      onSent: () => {
        stopped = true
        throw new MailUnanswered('the process ended')
      },
    })
    await stopping('2027-03-16T05:00:00Z')
    expect(stopped).toBe(true)
    await send('2027-03-16T09:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('notice is not sent to a person who', () => {
  const hire = async () => {
    const hired = await team.hire(thandi)
    const sipho = await team.signIn(hired.credentials)
    await sipho.api.account.notices.save({ kind: 'daily', is_on: true, hour: 7, weekday: 1, sites: [] })
    await ask('update notices set sent_for = null')
    return { ...hired, ...sipho }
  }

  test('was disabled, and comes again when the person may sign in', async () => {
    const { details } = await hire()
    await team.save(thandi, { ...details, isenabled: false, disablereason: 'On leave' })
    await send('2027-03-16T05:00:00Z')
    expect(smtp.mails).toHaveLength(0)
    await team.save(thandi, { ...details, isenabled: true, disablereason: '' })
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('may no longer sign in, or was removed', async () => {
    const { details, user_id, employeeid } = await hire()
    await team.save(thandi, { ...details, position: 'Employee' })
    await send('2027-03-16T05:00:00Z')
    await thandi.api.employees.remove({ employeeid })
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(0)
    expect(await ask('select from notices where user_id = $1', [user_id])).toEqual([])
  })

  test('is of a closed business', async () => {
    await choose('daily')
    await ask(`update business set closed_at = now(), erase_at = now() + interval '30 days' where id = $1`, [thandi.businessid])
    await send('2027-03-16T05:00:00Z')
    expect(smtp.mails).toHaveLength(0)
    await ask('update business set closed_at = null, erase_at = null where id = $1', [thandi.businessid])
    await send('2027-03-16T05:10:00Z')
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('notice of a person with a right', () => {
  const EVERY_HOUR = { is_on: true, hour: 7, weekday: 1, sites: [] }

  /** A person with a right at Sandton, who is signed in. Rosebank is another site. */
  async function hireWithRight(name: Right, values: Partial<RightInput> = {}) {
    const hired = await team.hire(thandi, { position: 'Employee' })
    const { siteid: rosebank } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
    const setRight = (right: Partial<RightInput> | null) =>
      thandi.api.employees.setRight({
        employeeid: hired.employeeid,
        right: right && { name, sees_costs: false, siteids: name === 'bookkeeper' ? [] : [thandi.siteid], ...values, ...right },
      })
    await setRight({})
    const person = await team.signIn(hired.credentials)
    const { notices } = person.api.account
    for (const kind of NOTICE_KINDS)
      server.secrets.add(createToken(authSecret, { ...thandi, user_id: String(hired.user_id), kind }))
    return { ...hired, ...person, notices, rosebank, setRight }
  }
  const forgetDays = () => ask('update notices set sent_for = null, look_at = null')

  test.each<[Right, NoticeKind[]]>([
    ['bookkeeper', ['daily', 'weekly', 'low_stock', 'silent_till']],
    ['manager', ['daily', 'weekly', 'low_stock', 'silent_till']],
    ['stock', ['low_stock']],
  ])('of %s: %s can be chosen, seen at once and sent, and no other', async (name, kinds) => {
    const { notices, credentials } = await hireWithRight(name)
    await addProducts([1])
    await addSilentTill('Back till', 30)
    expect((await notices.list()).map(({ kind }) => kind)).toEqual(kinds)
    expect(findNoticeKinds(name)).toEqual(kinds)
    for (const kind of NOTICE_KINDS) {
      const calls = [() => notices.save({ kind, ...EVERY_HOUR }), () => notices.sendNow({ kind })]
      for (const call of calls)
        if (kinds.includes(kind)) await call()
        else await expect(call()).rejects.toMatchObject({ code: 'RIGHT_REFUSED', status: 404 })
    }
    expect(smtp.mails.splice(0)).toHaveLength(kinds.length)
    await forgetDays()
    await send('2027-03-15T05:00:00Z') // a Monday
    expect(smtp.mails.map(({ to }) => to)).toEqual(kinds.map(() => credentials.email))
  })

  test('names no other site and no number of it, and only with the right to them costs', async () => {
    const { notices, rosebank, setRight } = await hireWithRight('manager')
    await sellLines('2027-03-15T10:00Z', [{ name: 'Tea', quantity: 2, price: 115, cost: 40 }])
    await sell('2027-03-15T10:00Z', 777, thandi, rosebank)
    await sell('2027-03-08T10:00Z', 555, thandi, rosebank)
    await addProducts([1])
    await addProducts([2], { ...thandi, siteid: rosebank }, 'Elsewhere')
    await addSilentTill('Back till', 30)
    const { till } = await thandi.api.tills.create({ siteid: rosebank, name: 'Other till' })
    await ask(`update till_keys set used_days = 127, last_used_at = now() - interval '30 hours' where tillid = $1`, [till.tillid])
    const cashUp = (siteid: number, day: string) =>
      ask(
        `insert into cash_ups (businessid, siteid, day, entry, starts_at, ends_at, user_id) values ($1, $2, $3, 1, now(), now(), $4)`,
        [...[thandi.businessid, siteid, day, thandi.user_id]],
      )
    await cashUp(rosebank, '2027-03-10') // not cashed up on the 15th
    await cashUp(thandi.siteid, '2027-03-10')
    for (const kind of NOTICE_KINDS) await notices.save({ kind, ...EVERY_HOUR, weekday: 2 })
    await forgetDays()
    await send('2027-03-16T05:00:00Z')
    expect(smtp.mails).toHaveLength(4)
    for (const index of [0, 1, 2, 3]) {
      const { text, html, headers } = read(index)
      const mail = [text, html, headers.get('subject')].join('\n').replace(/token=[\w-]+/g, '')
      for (const secret of ['Rosebank', 'Elsewhere', 'Other till', '777,00', '555,00', '1 007,00', 'profit', 'cost', 'All:'])
        expect(mail).not.toContain(secret)
      expect(mail).toContain('Sandton')
    }
    const daily = () => smtp.mails.map((_, index) => read(index).text).find((text) => text.includes('the daily summary'))
    expect(daily()).toContain('- Sandton: R 230,00\n  1 sale')
    expect(daily()).toContain('Not cashed up: Sandton.')
    expect(daily()).toContain(`Open the dashboard: ${publicUrl}/dashboard`)
    smtp.mails.length = 0
    await setRight({ sees_costs: true })
    await send('2027-03-17T05:00:00Z')
    expect(daily()).toContain('No sales')
    await ask(`update notices set sent_for = null where kind = 'weekly'`)
    await send('2027-03-17T05:00:00Z')
    const weekly = smtp.mails.map((_, index) => read(index).text).find((text) => text.includes('the weekly summary'))
    expect(weekly).toContain('Profit R 120,00')
  })

  test('has only the sites that the person still has when it is sent', async () => {
    const { notices, rosebank, setRight } = await hireWithRight('manager')
    await sell('2027-03-15T10:00Z', 70)
    await sell('2027-03-15T10:00Z', 500, thandi, rosebank)
    const daily = { kind: 'daily' as const, ...EVERY_HOUR }
    await expect(notices.save({ ...daily, sites: [rosebank] })).rejects.toMatchObject({ code: 'NO_SITE', status: 404 })
    await setRight({ siteids: [thandi.siteid, rosebank] })
    await notices.save({ ...daily, sites: [thandi.siteid, rosebank] })
    await setRight({})
    expect((await notices.list())[0]?.sites).toEqual([thandi.siteid])
    await forgetDays()
    await send('2027-03-16T05:00:00Z')
    expect(read().text).toContain('R 70,00, Monday 15 March')
    expect(read().text).not.toMatch(/Rosebank|500,00|570,00/)
    await setRight({ siteids: [rosebank] })
    await notices.save({ ...daily, sites: [rosebank] })
    await setRight({})
    await forgetDays()
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(1)
  })

  test('that loses a site while the mail is written is of one right alone', async () => {
    const { notices, rosebank, setRight } = await hireWithRight('manager')
    await sell('2027-03-15T10:00Z', 500, thandi, rosebank)
    await setRight({ siteids: [thandi.siteid, rosebank] })
    await notices.save({ kind: 'daily', ...EVERY_HOUR })
    await forgetDays()
    await writeSlowly([() => send('2027-03-16T05:00:00Z')], () => setRight({}))
    expect(read().text).toContain('R 500,00, Monday 15 March')
    await send('2027-03-17T05:00:00Z')
    expect(read().text).not.toContain('Rosebank')
  })

  test('ends with the right, or with one that does not include it, and its link still ends it', async () => {
    const { notices, setRight, user_id } = await hireWithRight('manager')
    await addProducts([1])
    await notices.save({ kind: 'daily', ...EVERY_HOUR })
    await notices.save({ kind: 'low_stock', ...EVERY_HOUR })
    await forgetDays()
    await send('2027-03-15T05:00:00Z')
    expect(smtp.mails).toHaveLength(2)
    const daily = smtp.mails.find(({ text }) => text.includes('the daily summary'))
    const url = /^<(.+)>$/.exec(daily?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    smtp.mails.length = 0
    await setRight({ name: 'stock' })
    await addProducts([1])
    await send('2027-03-16T05:00:00Z')
    expect(smtp.mails.map(({ text }) => text.includes('low stock'))).toEqual([true])
    await setRight(null)
    await addProducts([1])
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails).toHaveLength(1)
    expect((await fetch(url, { method: 'POST', body: '' })).status).toBe(200)
    expect(await ask(`select kind, is_on from notices where user_id = $1 order by kind`, [user_id])).toEqual([
      { kind: 'daily', is_on: false },
      { kind: 'low_stock', is_on: true },
    ])
  })
})

describe('link that ends a notice', () => {
  const post = (url: string, body = 'List-Unsubscribe=One-Click') =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const isOn = async (kind: NoticeKind, owner: Owner = thandi) =>
    (await owner.api.account.notices.list()).find((notice) => notice.kind === kind)?.is_on

  async function mailOne() {
    await choose('daily')
    await choose('weekly')
    await send('2027-03-16T05:00:00Z')
    const daily = smtp.mails.find(({ text }) => text.includes('the daily summary'))
    const url = /^<(.+)>$/.exec(daily?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
    return { url, daily }
  }

  test('is in the mail, for its reader and for mail programs (RFC 8058)', async () => {
    const { url, daily } = await mailOne()
    expect(daily?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(daily?.text).toContain(`To stop it: ${url}`)
    expect(daily?.html).toContain(`href="${url}"`)
  })

  test('changes nothing when it is followed, ends this notice alone when the button is pressed, and is harmless twice', async () => {
    const { url } = await mailOne()
    const page = await fetch(url)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('<form method="post"')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    await fetch(url, { method: 'HEAD' })
    expect(await isOn('daily')).toBe(true)
    expect((await post(url, '')).status).toBe(200)
    const again = await post(url)
    expect(again.status).toBe(200)
    expect(await again.text()).toContain('The notice is off')
    expect(await isOn('daily')).toBe(false)
    expect(await isOn('weekly')).toBe(true)
    await send('2027-03-17T05:00:00Z')
    expect(smtp.mails.filter(({ text }) => text.includes('the daily summary'))).toHaveLength(1)
  })

  test('says nothing about a wrong token, and the database has no token', async () => {
    const { url } = await mailOne()
    const right = await (await post(url)).text()
    const token = new URL(url).searchParams.get('token') ?? ''
    const wrong = url.replace(token, `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`)
    const answer = await post(wrong)
    expect([answer.status, await answer.text()]).toEqual([200, right])
    for (const broken of ['', 'x', '"><script>alert(1)</script>']) {
      const answer = await fetch(`${publicUrl}/notices/end?token=${encodeURIComponent(broken)}`)
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain('<script>')
    }
    const [{ rows }] = await ask(`select string_agg(n::text, ' ') as rows from notices n`)
    expect(rows).not.toContain(token)
  })

  test('of an old mail ends a notice that was turned on again', async () => {
    const { url } = await mailOne()
    await post(url)
    await choose('daily')
    await post(url)
    expect(await isOn('daily')).toBe(false)
  })

  test('that is pressed while the mail is written stops it', async () => {
    const { url } = await mailOne()
    smtp.mails.length = 0
    await writeSlowly([() => send('2027-03-17T05:00:00Z')], () => post(url))
    expect(smtp.mails).toEqual([])
  })
})

describe('choice of notices', () => {
  test('is off at first, the own one alone, and keeps what was chosen', async () => {
    const sipho = await team.signIn((await team.hire(thandi)).credentials)
    expect(await sipho.api.account.notices.list()).toEqual(
      (['daily', 'weekly', 'low_stock', 'silent_till'] as const).map((kind) => ({
        kind,
        is_on: false,
        hour: 7,
        weekday: 1,
        sites: [],
      })),
    )
    const chosen = { kind: 'weekly' as const, is_on: true, hour: 18, weekday: 5, sites: [thandi.siteid] }
    await sipho.api.account.notices.save(chosen)
    expect((await sipho.api.account.notices.list())[1]).toEqual(chosen)
    expect((await thandi.api.account.notices.list())[1]).toMatchObject({ is_on: false })
  })

  test('refuses a site of another business, and hours that there are not', async () => {
    const anna = await createOwner(server)
    const notice = { kind: 'daily' as const, is_on: true, hour: 7, weekday: 1, sites: [anna.siteid] }
    await expect(thandi.api.account.notices.save(notice)).rejects.toMatchObject({ code: 'NO_SITE', status: 404 })
    await expect(thandi.api.account.notices.save({ ...notice, sites: [], hour: 24 })).rejects.toMatchObject({ status: 422 })
    expect(await ask('select from notices')).toEqual([])
  })

  test('after its hour begins tomorrow, and is not sent twice on a day when the hour is moved', async () => {
    const [{ hour, day }] = await ask(
      `select extract(hour from now() at time zone 'Africa/Johannesburg')::int as hour, (now() at time zone 'Africa/Johannesburg')::date::text as day`,
    )
    const done = async () => (await ask(`select sent_for::text, sent_for >= $1::date as is_done from notices`, [day]))[0]
    await thandi.api.account.notices.save({ kind: 'daily', is_on: true, hour, weekday: 1, sites: [] })
    expect(await done()).toMatchObject({ is_done: true })
    if (hour < 23) {
      await thandi.api.account.notices.save({ kind: 'daily', is_on: true, hour: 23, weekday: 1, sites: [] })
      expect(await done()).toMatchObject({ is_done: true })
      await thandi.api.account.notices.save({ kind: 'weekly', is_on: true, hour: 23, weekday: 1, sites: [] })
      expect(await ask(`select from notices where kind = 'weekly' and sent_for < $1::date`, [day])).toHaveLength(1)
    }
  })
})

test('notice to an address that nobody has proven waits until it is', async () => {
  const anna = await createOwner(server, { isProven: false })
  await addProducts([1], anna)
  await choose('low_stock', {}, anna)
  await send('2027-03-16T06:00:00Z')
  expect(smtp.mails).toEqual([])
  await ask(`update auth."user" set "emailVerified" = true where id = $1`, [anna.user_id])
  await send('2027-03-16T06:01:00Z')
  expect(read().to).toBe(anna.credentials.email)
})

describe('notice that a person asks for', () => {
  test('comes at once, also when it is off, once a minute, and changes nothing about the next one', async () => {
    await addProducts([1])
    expect(await thandi.api.account.notices.sendNow({ kind: 'low_stock' })).toEqual({ email: thandi.credentials.email })
    expect(read().text).toContain('You asked for this test')
    server.secrets.add(createToken(authSecret, { ...thandi, kind: 'low_stock' }))
    await expect(thandi.api.account.notices.sendNow({ kind: 'low_stock' })).rejects.toMatchObject({
      code: 'TOO_SOON',
      status: 429,
    })
    await thandi.api.account.notices.sendNow({ kind: 'silent_till' })
    expect(read().text).toContain('No till stopped sending')
    expect((await thandi.api.account.notices.list()).some(({ is_on }) => is_on)).toBe(false)
    await choose('low_stock')
    await send('2027-03-16T06:00:00Z')
    expect(read().text).toContain('- Product 1: 1')
  })

  test('says when the mail server is away', async () => {
    smtp.state.answer = 'later'
    await expect(thandi.api.account.notices.sendNow({ kind: 'daily' })).rejects.toMatchObject({
      code: 'MAIL_FAILED',
      status: 503,
    })
  })
})

test('notice with hostile names: escapes them in HTML, and no name adds a header', async () => {
  await ask('update business set name = $2 where id = $1', [thandi.businessid, 'Evil\r\nBcc: all@shop.example'])
  await addProducts([1], thandi, `<img src=x onerror="alert('1')">&amp;\n- Fake: 5`)
  await choose('low_stock')
  await send('2027-03-16T06:00:00Z')
  const { headers, html, text } = read()
  expect(headers.has('bcc')).toBe(false)
  expect(headers.get('subject')).toBe('Evil Bcc: all@shop.example: 1 product with low stock')
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;')
  expect(text).toContain(`- <img src=x onerror="alert('1')">&amp; - Fake: 5 1: 1`)
})

test('notice: the log has neither links nor addresses', () => {
  expect(logged.filter((line) => /notices\/end|@winkel\.example/.test(line))).toEqual([])
})
