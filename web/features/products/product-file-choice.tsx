import type { SiteOption } from '../../../contract/sites.ts'
import { ImportChoice } from '../../ui/import/import-choice.tsx'
import type { ImportSource } from './import-calls.ts'
import { TEMPLATE_URL } from './product-queries.ts'

type Props = { sites: SiteOption[]; onChoose: (source: ImportSource) => void }

/** Chooses the file of an import of products. */
export const ProductFileChoice = ({ sites, onChoose }: Props) => (
  <ImportChoice
    noun="product"
    sites={sites}
    siteLabel="Site for lines without a site"
    label="CSV or Excel file"
    source="From any till or spreadsheet, or an export of your products that you edited."
    onChoose={onChoose}
  >
    Lines are matched with products at their site by barcode, or by name if there is no barcode. Matching products are changed,
    the others are added. A missing column changes nothing.{' '}
    <a href={TEMPLATE_URL} download>
      Download the template
    </a>
  </ImportChoice>
)
