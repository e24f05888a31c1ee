import { Box, Skeleton } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { SiteOption } from '../../../contract/sites.ts'
import { IMPORT_ACCEPT } from '../../lib/api/import-type.ts'
import { GZIP_FAILURE, unpackGzip } from '../../lib/browser/unpack-gzip.ts'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { Notice } from '../feedback/notice.tsx'
import { DropHint, FileDrop } from '../form/file-drop.tsx'
import { SelectField } from '../form/select-field.tsx'

export type ImportChoiceProps = {
  /** 'product'. */
  noun: string
  sites: UseQueryResult<SiteOption[]>
  /** Of the field for the site of rows without one. */
  siteLabel: string
  fileLabel: string
  /** Where the file may come from. */
  source: string
  /** What an import does with it. */
  hint: string
  /** The URL of a file with the titles of the columns. */
  template?: string
  onChoose: (chosen: { file: File; siteid: number }) => void
}

type Props = ImportChoiceProps & { initialSite: number | undefined }

/** Chooses the file of an import, and the site of its rows without one. A file packed with gzip is unpacked. */
export function ImportChoice({ noun, sites, initialSite, siteLabel, fileLabel, source, hint, template, onChoose }: Props) {
  const hintId = useId()
  const [chosenSite, setSite] = useState(initialSite)
  const [isBroken, setBroken] = useState(false)
  if (!sites.data) return sites.isError ? <LoadFailure query={sites} failure="Failed to load sites" /> : <Skeleton height={180} />
  // The oldest site: a new one has no products yet.
  const siteid = chosenSite ?? sites.data.toSorted((one, other) => one.siteid - other.siteid)[0]?.siteid
  if (siteid === undefined)
    return (
      <Notice kind="quiet">
        A {noun} needs a site. <Link to="/sites">Add your first site</Link>
      </Notice>
    )

  const choose = async (packed: File) => {
    const file = await unpackGzip(packed)
    setBroken(!file)
    if (file) onChoose({ file, siteid })
  }

  return (
    <>
      {sites.data.length > 1 && (
        <SelectField
          // A dialog that opens before the sites are known has no field yet.
          autoFocus
          label={siteLabel}
          data={sites.data.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={siteid}
          onChange={(chosen) => setSite(chosen ?? siteid)}
        />
      )}
      {isBroken && <Notice kind="error">{GZIP_FAILURE}</Notice>}
      <FileDrop
        large
        autoFocus={sites.data.length === 1}
        aria-label={fileLabel}
        aria-describedby={hintId}
        accept={IMPORT_ACCEPT}
        onChoose={(file) => void choose(file)}
      >
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <Box component="p" c="var(--text)" fz="md" fw={500}>
          Choose a CSV or Excel file<DropHint>, or drop it here</DropHint>
        </Box>
        <p>{source}</p>
      </FileDrop>
      <p id={hintId} className="grey small">
        {hint}{' '}
        {template && (
          <a className="nowrap" href={template} download>
            Download the template
          </a>
        )}
      </p>
    </>
  )
}
