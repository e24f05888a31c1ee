import { linkOptions } from '@tanstack/react-router'

/** The breadcrumb of the screens below Stock. */
export const STOCK_STEPS = [{ name: 'Stock', link: linkOptions({ to: '/stock' }) }]
