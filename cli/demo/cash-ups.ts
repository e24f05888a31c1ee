import { addDays, countDays, listDays } from '../../server/shared/buckets.ts'
import { SHOPS, type Shop } from './business.ts'
import { getOpeningHours } from './calendar.ts'
import { asOwner } from './owner-sql.ts'
import { createRandom, createWeightedPicker } from './random.ts'

/** The demo has cash-ups for the last ten weeks. */
const HISTORY_DAYS = 70
const FORGOTTEN_PROBABILITY = 0.06
const FLOATS: Record<Shop['code'], number> = { CPT: 500, SDT: 800, DBN: 500 }

/** The weight of the highest difference in coins of 10 cents, the smallest ones. */
const HIGHEST_DIFFERENCES: [coins: number, weight: number][] = [
  [0, 62],
  [50, 26],
  [300, 12],
]
const pickHighest = createWeightedPicker(HIGHEST_DIFFERENCES, ([, weight]) => weight)

/**
 * What somebody entered: the difference in rand is what was counted less what was expected, of cash if there were sales for cash.
 * `late_sales` are the last sales of the day that had not arrived.
 */
type Entry = { difference: number; note?: string; late_sales?: number }

/** What happens at a shop once in so many days. */
type Incident = { code: Shop['code']; everyDays: number; entries: Entry[] }
const INCIDENTS: Incident[] = [
  {
    code: 'SDT',
    everyDays: 31,
    entries: [{ difference: -350, note: 'R 350 is missing. Counted twice, by Lerato and by Naledi.' }],
  },
  {
    code: 'DBN',
    everyDays: 23,
    entries: [
      { difference: -200, note: 'R 200 is missing.' },
      { difference: 0, note: 'R 200 was in the safe.' },
    ],
  },
  { code: 'CPT', everyDays: 17, entries: [{ difference: 0, late_sales: 2 }] },
]
const FIRST_DAY = '2024-01-01'

/** The cash-ups of all shops from one day to another, the same in every run. */
export const createCashUps = (from: string, to: string) =>
  listDays({ from, to }).flatMap((day) => SHOPS.flatMap((shop) => createDayCashUps(shop, day)))

function createDayCashUps({ code, sitename }: Shop, day: string) {
  const hours = getOpeningHours(day)
  if (!hours) return []
  const random = createRandom(`cash-up ${code} ${day}`)
  const minutes = hours.closes + random.integer(8, 30)
  const [coins] = pickHighest(random)
  const difference = random.integer(-coins, coins / 2) / 10
  const isForgotten = random.chance(FORGOTTEN_PROBABILITY)
  const dayNumber = countDays({ from: FIRST_DAY, to: day }) - 1
  const incident = INCIDENTS.find((found) => found.code === code && dayNumber % found.everyDays === 0)
  if (isForgotten && !incident) return []
  const entries = incident?.entries ?? [{ difference }]
  return entries.map(({ difference, note = '', late_sales = 0 }, index) => {
    const saved_at = new Date(Date.parse(day) + (minutes + 25 * index) * 60_000).toISOString().slice(0, 19)
    return { sitename, day, entry: index + 1, saved_at, cash_float: FLOATS[code], difference, note, late_sales }
  })
}

/** Saves the cash-ups of the days since the last run. By SQL, because the API has no call to save one at an earlier time. */
export async function insertCashUps(dataDir: string, businessid: string, lastDay: string, today: string) {
  const first = addDays(today, -HISTORY_DAYS)
  const cashUps = createCashUps(lastDay > first ? lastDay : first, addDays(today, -1))
  if (cashUps.length === 0) return
  await asOwner(dataDir, (owner) => owner.query(INSERT_CASH_UPS, [businessid, JSON.stringify(cashUps)]))
}

/** A day that somebody has cashed up on the screen stays as it is. */
const INSERT_CASH_UPS = `
  with plan as materialized (
    select site.siteid, b.timezone, plan.*,
           (day + make_interval(hours => closing_hour)) at time zone timezone as starts_at,
           (day + make_interval(days => 1, hours => closing_hour)) at time zone timezone as ends_at
      from jsonb_to_recordset($2) as plan (
             sitename text, day date, entry integer, saved_at timestamp, cash_float numeric, difference numeric, note text,
             late_sales integer)
      join business b on b.id = $1
      join site on site.businessid = b.id and site.sitename = plan.sitename
     where not exists (select from cash_ups c where c.businessid = $1 and c.siteid = site.siteid and c.day = plan.day)
  ), line as materialized (
    select siteid, day, entry, payment_method, count(*) as sales, sum(amount) as expected, coalesce(sum(tips), 0) as tips,
           case row_number() over (partition by siteid, day, entry order by payment_method <> 'cash', payment_method)
             when 1 then difference else 0 end as difference
      from (
        select plan.siteid, day, entry, difference, late_sales, s.saleid, s.normalized_payment_method, finalamount, has_payments,
               row_number() over (partition by plan.siteid, day, entry order by saleid desc) as from_last
          from plan
          join sales s on s.businessid = $1 and s.siteid = plan.siteid and s.saledate >= starts_at and s.saledate < ends_at
      ) sold
     cross join lateral (
       select normalized_payment_method as payment_method, finalamount as amount, 0 as tips where not has_payments
        union all
       select p.normalized_payment_method, p.amount_cents / 100.0,
              case p.position when 1 then (
                select sum(amount_cents) / 100.0 from sale_extras e where e.businessid = $1 and e.saleid = sold.saleid and kind = 'tip') end
         from sale_payments p where p.businessid = $1 and p.saleid = sold.saleid) paid
     where from_last > late_sales
     group by siteid, day, entry, difference, payment_method
  ), saved as (
    insert into cash_ups (businessid, siteid, day, entry, starts_at, ends_at, user_id, saved_at, cash_float, note, sales)
    select $1, siteid, day, entry, starts_at, ends_at, owner.user_id, saved_at at time zone timezone, cash_float, note,
           greatest((select count(*) from sales s
                      where s.businessid = $1 and s.siteid = plan.siteid and s.saledate >= starts_at and s.saledate < ends_at) - late_sales, 0)
      from plan
      join business_users owner on owner.businessid = $1 and owner.role = 'owner'
     where exists (select from line where (line.siteid, line.day, line.entry) = (plan.siteid, plan.day, plan.entry))
     order by day, siteid, entry
    returning cash_upid, siteid, day, entry
  )
  insert into cash_up_lines (businessid, cash_upid, payment_method, sales, expected, counted, tips)
  select $1, cash_upid, payment_method, sales, expected, expected + difference, tips
    from saved join line using (siteid, day, entry)`
