import { z } from 'zod'
import { listInput } from '../shared/list.ts'

export const SitesSearch = listInput(['sitename', 'location', 'employees'], {})
export type SitesSearch = z.output<typeof SitesSearch>

/** The parameter that opens the tills of a site: `/sites?tills=connect`. */
export const TillsDialogUrl = z.strictObject({ tills: z.literal('connect').optional() })
