import { Box } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { IMPORT_ACCEPT } from '../../lib/api/import-type.ts'
import { GZIP_FAILURE, unpackGzip } from '../../lib/browser/unpack-gzip.ts'
import { Notice } from '../feedback/notice.tsx'
import { DropHint, FileDrop } from '../form/file-drop.tsx'

type Props = {
  label: string
  /** Where the file may come from. */
  source: string
  /** What an import does with it. */
  children: ReactNode
  onChoose: (file: File) => void
}

/** Chooses the file of an import. A file packed with gzip is unpacked. */
export function ImportFile({ label, source, children, onChoose }: Props) {
  const hintId = useId()
  const [isBroken, setBroken] = useState(false)

  const choose = async (file: File) => {
    const unpacked = await unpackGzip(file)
    setBroken(!unpacked)
    if (unpacked) onChoose(unpacked)
  }

  return (
    <>
      {isBroken && <Notice kind="error">{GZIP_FAILURE}</Notice>}
      <FileDrop large aria-label={label} aria-describedby={hintId} accept={IMPORT_ACCEPT} onChoose={(file) => void choose(file)}>
        <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
        <Box component="p" c="var(--text)" fz="md" fw={500}>
          Choose a CSV or Excel file<DropHint>, or drop it here</DropHint>
        </Box>
        <p>{source}</p>
      </FileDrop>
      <p id={hintId} className="grey small">
        {children}
      </p>
    </>
  )
}
