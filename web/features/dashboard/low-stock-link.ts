import { linkOptions } from '@tanstack/react-router'

/** The products with low stock, the lowest first. */
export const LOW_STOCK_LINK = linkOptions({ to: '/products', search: { low: true, sort: 'stock' } })
