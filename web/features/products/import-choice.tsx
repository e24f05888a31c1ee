import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SiteOption } from '../../../contract/sites.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { ImportFile } from '../../ui/import/import-file.tsx'
import { type ImportSource, TEMPLATE } from './import-calls.ts'

type Props = { sites: SiteOption[]; onChoose: (source: ImportSource) => void }

/** Chooses the file, and the site for lines without one. */
export function ImportChoice({ sites, onChoose }: Props) {
  const [first] = sites
  const [siteid, setSite] = useState(first?.siteid)

  if (siteid === undefined)
    return (
      <Notice kind="quiet">
        A product needs a site. <Link to="/sites">Add your first site</Link>
      </Notice>
    )
  return (
    <>
      {sites.length > 1 && (
        <SelectField
          label="Site for lines without a site"
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={siteid}
          onChange={(chosen) => setSite(chosen ?? siteid)}
        />
      )}
      <ImportFile
        label="CSV or Excel file"
        source="From any till or spreadsheet, or an export of your products that you edited."
        onChoose={(file) => onChoose({ file, siteid })}
      >
        Lines are matched with products at their site by barcode, or by name if there is no barcode. Matching products are
        changed, the others are added. A missing column changes nothing.{' '}
        <a href={TEMPLATE} download>
          Download the template
        </a>
      </ImportFile>
    </>
  )
}
