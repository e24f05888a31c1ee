import { fromSavedSearch, type Search } from './report-search.ts'

export type NamedReport = { name: string; description: string; search: Search }

const define = (name: string, description: string, search: string): NamedReport => ({
  name,
  description,
  search: fromSavedSearch(search),
})

/** The reports that each business has. Each has its own comparison, whatever the person chose last. */
export const READY_REPORTS: NamedReport[] = [
  define('Yesterday', 'Hour by hour, against the same weekday of the week before', 'by=hour&range=yesterday&compare=previous'),
  define('This month by site', 'Which site earns what', 'by=site&range=MTD&compare=previous'),
  define(
    'Hours',
    'At which hours of the week customers come, the busiest first',
    'by=weekday_hour&columns=revenue,orders,average,share&sort=revenue&compare=off',
  ),
  define(
    'Margin by category',
    'What earns money, and not only turnover',
    'by=category&columns=revenue,net,cost,profit,margin,share&sort=margin&compare=previous',
  ),
  define(
    'Refunds by employee',
    'Who gave back how much',
    'by=employee&columns=refunds,refunded,revenue,orders&sort=refunded&dir=asc&compare=previous',
  ),
  define(
    'VAT by month',
    'Sales with and without VAT, and the VAT, by rate',
    'by=vat_rate&range=YTD&columns=revenue,net,vat&compare=off',
  ),
]
