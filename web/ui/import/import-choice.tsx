import { Link } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import type { SiteOption } from '../../../contract/sites.ts'
import { Notice } from '../feedback/notice.tsx'
import { SelectField } from '../form/select-field.tsx'
import { ImportFile } from './import-file.tsx'

type Props = Omit<ComponentProps<typeof ImportFile>, 'onChoose'> & {
  /** 'product'. */
  noun: string
  sites: SiteOption[]
  siteLabel: string
  onChoose: (chosen: { file: File; siteid: number }) => void
}

/** Chooses the file of an import, and the site of its rows without one. */
export function ImportChoice({ noun, sites, siteLabel, onChoose, ...file }: Props) {
  const [first] = sites
  const [siteid, setSite] = useState(first?.siteid)

  if (siteid === undefined)
    return (
      <Notice kind="quiet">
        A {noun} needs a site. <Link to="/sites">Add your first site</Link>
      </Notice>
    )
  return (
    <>
      {sites.length > 1 && (
        <SelectField
          label={siteLabel}
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={siteid}
          onChange={(chosen) => setSite(chosen ?? siteid)}
        />
      )}
      <ImportFile {...file} onChoose={(chosen) => onChoose({ file: chosen, siteid })} />
    </>
  )
}
