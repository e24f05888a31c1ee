import type { Database } from '../lib/database.ts'
import { type DateRange, TIMEZONE } from '../lib/date-ranges.ts'
import { IN_RANGE } from './dashboard.ts'

const ISO = `'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM'`

/** Writes the sales of a range as CSV by COPY, to a file of the database's machine: rows that no network carries. */
export async function copySales(db: Database, businessid: string, { from, to }: DateRange, file: string) {
  const inRange = IN_RANGE.replace('$1', `'${businessid}'`).replace('$2', `'${from}'`).replace('$3', `'${to}'`)
  await db.query(`set timezone = '${TIMEZONE}'`)
  try {
    await db.query(
      `copy (select saleid as "Sale ID", to_char(saledate, ${ISO}) as "Sale date/time", firstname || ' ' || lastname as "Employee",
                    sitename as "Site", finalamount as "Amount", payment_method as "Payment method",
                    to_char(closetime, ${ISO}) as "Close time", reference as "Reference"
               from baseline.sales
               join baseline.employee using (businessid, employeeid)
               join baseline.site using (businessid, siteid)
              where ${inRange}
              order by saledate desc, saleid desc) to '${file}' with (format csv, header)`,
    )
  } finally {
    await db.query(`set timezone = 'UTC'`)
  }
}
