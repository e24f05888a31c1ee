import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SiteOption } from '../../../../contract/sites.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { ImportFile } from '../../../ui/import/import-file.tsx'
import type { ReadOptions } from './import-calls.ts'

type Props = { sites: SiteOption[]; onChoose: (chosen: { file: File; options: ReadOptions }) => void }

/** Chooses the file, and the site of sales without one. */
export function ImportChoice({ sites, onChoose }: Props) {
  const [first] = sites
  const [siteid, setSite] = useState(first?.siteid)

  if (siteid === undefined)
    return (
      <Notice kind="quiet">
        A sale needs a site. <Link to="/sites">Add your first site</Link>
      </Notice>
    )
  return (
    <>
      {sites.length > 1 && (
        <SelectField
          label="Site of sales without a site"
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={siteid}
          onChange={(chosen) => setSite(chosen ?? siteid)}
        />
      )}
      <ImportFile
        label="File with sales"
        source="From Square, Loyverse, Lightspeed, Yoco, Shopify or any spreadsheet."
        onChoose={(file) => onChoose({ file, options: { siteid, employeeid: null, sites: {}, employees: {} } })}
      >
        One row a sale, or one row an item with its receipt number. A sale needs a date and an amount. You can import the same
        file again: sales that are already here are left out.
      </ImportFile>
    </>
  )
}
