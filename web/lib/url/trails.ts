import { linkOptions } from '@tanstack/react-router'

/** Of the screens below a tab: what their breadcrumb begins with. */
export const STOCK_TRAIL = [{ name: 'Stock', link: linkOptions({ to: '/stock' }) }]
export const REPORTS_TRAIL = [{ name: 'Reports', link: linkOptions({ to: '/reports' }) }]
export const SALES_TRAIL = [{ name: 'Sales', link: linkOptions({ to: '/sales' }) }]
export const CONNECTIONS_TRAIL = [{ name: 'Connections', link: linkOptions({ to: '/settings/connections' }) }]

/** Where a screen leads whose row is not there. */
export const ALL_DOCUMENTS = { name: 'All documents', link: linkOptions({ to: '/stock' }) }
export const ALL_CONNECTIONS = { name: 'All connections', link: linkOptions({ to: '/settings/connections' }) }
