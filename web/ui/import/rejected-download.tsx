import { DownloadButton } from '../feedback/download-button.tsx'
import type { Source } from './use-import.ts'

const FAILED = 'Could not download the lines. Please try again.'

type Props<Options, Preview> = { label: string; source: Source<Options, Preview> }

/** Saves the lines that cannot be imported, with the reasons, as a file to fix and import again. */
export const RejectedDownload = <Options, Preview>({ label, source: { file, options } }: Props<Options, Preview>) => (
  <DownloadButton
    {...{ label, verb: 'Download', failure: FAILED, inFlow: true }}
    onDownload={(running) => file.downloadRejected(options, running)}
  />
)
