import { type Client, escapeLiteral } from 'pg'

/** What the sales list is asked for, as its address says it. */
export type SalesCase = { q?: string; small?: boolean; sort?: string; dir?: 'asc' | 'desc'; page?: number }

const ORDERS: Record<string, string[]> = {
  saledate: ['saledate'],
  employee: ['lastname', 'firstname'],
  site: ['sitename'],
  finalamount: ['finalamount'],
}

const FROM = `from sales s
  join employee e on (e.businessid, e.employeeid) = (s.businessid, s.employeeid)
  join site on (site.businessid, site.siteid) = (s.businessid, s.siteid)`

const isFound = ({ q = '', small = false }: SalesCase) =>
  [
    `s.businessid = $1
      and saledate >= $2::date::timestamp at time zone 'Africa/Johannesburg'
      and saledate < ($3::date + 1)::timestamp at time zone 'Africa/Johannesburg'`,
    small && 'finalamount < 100',
    /^\d+$/.test(q) && `saleid::text like ${escapeLiteral(`${q}%`)}`,
    /\D/.test(q) &&
      `(sitename ilike ${escapeLiteral(`%${q}%`)} or firstname || ' ' || lastname ilike ${escapeLiteral(`%${q}%`)})`,
  ]
    .filter((condition) => condition !== false)
    .join(' and ')

type Asked = { db: Client; businessid: string; range: { from: string; to: string } }

/** A bare select of one page. */
export const plainPage = ({ db, businessid, range }: Asked, asked: SalesCase, offset: number) => {
  const { sort = 'saledate', dir = 'desc' } = asked
  const order = [...(ORDERS[sort] ?? []), 'saleid'].map((column) => `${column} ${dir}`)
  return db.query(
    `select saleid, saledate, s.siteid, sitename, s.employeeid, firstname, lastname, finalamount ${FROM}
      where ${isFound(asked)} order by ${order.join(', ')} limit 10 offset ${offset}`,
    [businessid, range.from, range.to],
  )
}

/** Cards and charts by plain SQL over the rows. */
export const plainSums = ({ db, businessid, range }: Asked, asked: SalesCase) =>
  db.query(
    `select (saledate at time zone 'Africa/Johannesburg')::date as day, sum(finalamount) as revenue, count(*) as orders
       ${FROM} where ${isFound(asked)} group by 1 order by 1`,
    [businessid, range.from, range.to],
  )
