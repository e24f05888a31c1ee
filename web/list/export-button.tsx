import { download } from '../lib/api/download.ts'
import { DownloadButton } from '../ui/feedback/download-button.tsx'

const CONNECTION_LOST = 'Connection lost before the file was complete. Nothing was saved.'

type Props = {
  url: string
  label?: string
  /** The file is saved. */
  onDone?: () => void
}

/** Exports a list as CSV. */
export const ExportButton = ({ url, label = 'Export CSV', onDone }: Props) => (
  <DownloadButton
    label={label}
    verb="Export"
    failure={CONNECTION_LOST}
    onDownload={(options) => download(url, options).then(onDone)}
  />
)
