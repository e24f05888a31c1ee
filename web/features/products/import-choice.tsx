import { IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SiteOption } from '../../../contract/sites.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { DropHint, FileDrop } from '../../ui/form/file-drop.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TEMPLATE } from './import-calls.ts'
import classes from './import-choice.module.css'

type Props = { sites: SiteOption[]; onChoose: (file: File, siteid: number) => void }

/** Chooses the file, and the site for lines without one. */
export function ImportChoice({ sites, onChoose }: Props) {
  const [first] = sites
  const [siteid, setSite] = useState(first?.siteid)
  const hintId = useId()

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
      <FileDrop
        className={classes.frame}
        aria-label="CSV file"
        aria-describedby={hintId}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChoose={(file) => onChoose(file, siteid)}
      >
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <p className={classes.prompt}>
          Choose a CSV file<DropHint>, or drop it here</DropHint>
        </p>
        <p>You can edit an exported CSV file and import it again.</p>
      </FileDrop>
      <p id={hintId} className={classes.hint}>
        Lines are matched with products at their site by barcode, or by name if there is no barcode. Matching products are
        changed, the others are added. A missing column changes nothing.{' '}
        <a href={TEMPLATE} download>
          Download the template
        </a>
      </p>
    </>
  )
}
