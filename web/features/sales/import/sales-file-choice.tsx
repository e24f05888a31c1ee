import type { SiteOption } from '../../../../contract/sites.ts'
import { ImportChoice } from '../../../ui/import/import-choice.tsx'
import type { ReadOptions } from './import-calls.ts'

type Props = { sites: SiteOption[]; onChoose: (chosen: { file: File; options: ReadOptions }) => void }

/** Chooses the file of an import of sales. */
export const SalesFileChoice = ({ sites, onChoose }: Props) => (
  <ImportChoice
    noun="sale"
    sites={sites}
    siteLabel="Site of sales without a site"
    label="File with sales"
    source="From Square, Loyverse, Lightspeed, Yoco, Shopify or any spreadsheet."
    onChoose={({ file, siteid }) => onChoose({ file, options: { siteid, employeeid: null, sites: {}, employees: {} } })}
  >
    One row a sale, or one row an item with its receipt number. A sale needs a date and an amount. You can import the same file
    again: sales that are already here are left out.
  </ImportChoice>
)
