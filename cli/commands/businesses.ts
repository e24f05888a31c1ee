import type { Command } from 'commander'
import { formatTime } from '../shared/dates.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions } from '../shared/output.ts'
import { withOwner } from '../shared/with-owner.ts'

type Business = {
  businessid: string
  name: string
  owner: string | null
  plan: string | null
  created_at: Date
  /** Null while it is open. */
  erase_at: Date | null
  last_sale_at: Date | null
  sales: number
  /** Rows of sales, sold lines, stock movements, products and employees. */
  rows: number
  pictures: number
}

/** Counts come from indexes that begin with the business. The lines and movements of a big business take seconds to count. */
const LIST_BUSINESSES = `
  select b.id as businessid, b.name, b.created_at, b.erase_at,
         (select u.email from business_users o join auth."user" u on u.id = o.user_id
           where o.businessid = b.id and o.role = 'owner' order by o.created_at limit 1) as owner,
         (select s.name from business_subscriptions c join subscriptions s using (subscriptionid)
           where c.businessid = b.id and c.status = 'active') as plan,
         (select max(saledate) from sales where businessid = b.id) as last_sale_at,
         (select coalesce(sum(orders), 0) from site_daily where businessid = b.id) as sales,
         (select coalesce(sum(orders), 0) from site_daily where businessid = b.id)
           + (select count(*) from saleitems where businessid = b.id)
           + (select count(*) from stock_movements where businessid = b.id)
           + (select count(*) from product where businessid = b.id)
           + (select count(*) from employee where businessid = b.id) as rows,
         (select count(picture) from product where businessid = b.id) as pictures
    from business b
   order by last_sale_at desc nulls last, b.created_at`

/** Lists all businesses, the one with the newest sale first. */
export function addBusinesses(program: Command) {
  addJsonOption(program.command('businesses').description('list all businesses: last sale, sales, size and plan')).action(
    async (options: OutputOptions) => {
      const businesses = await withOwner(async ({ client }) => (await client.query<Business>(LIST_BUSINESSES)).rows)
      createOutput(options).result(businesses, () =>
        businesses.length === 0
          ? 'There are no businesses.'
          : formatTable(businesses, [
              { title: 'Business', value: ({ name }) => name },
              { title: 'Owner', value: ({ owner }) => owner ?? '' },
              { title: 'Plan', value: ({ plan }) => plan ?? 'none yet' },
              { title: 'Created', value: ({ created_at }) => formatTime(created_at) },
              ...(businesses.some(({ erase_at }) => erase_at)
                ? [{ title: 'Closed, erased', value: ({ erase_at }: Business) => (erase_at ? formatTime(erase_at) : '') }]
                : []),
              { title: 'Last sale', value: ({ last_sale_at }) => (last_sale_at ? formatTime(last_sale_at) : 'none') },
              { title: 'Sales', value: ({ sales }) => sales, align: 'right' },
              { title: 'Rows', value: ({ rows }) => rows, align: 'right' },
              { title: 'Pictures', value: ({ pictures }) => pictures, align: 'right' },
              { title: 'Id', value: ({ businessid }) => businessid },
            ]),
      )
    },
  )
}
