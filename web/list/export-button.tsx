import { download } from '../lib/api/download.ts'
import { DownloadButton } from '../ui/feedback/download-button.tsx'

const CONNECTION_LOST = 'The connection was lost before the file was complete, so nothing was saved.'

/** Exports a list as CSV. */
export const ExportButton = ({ url, label = 'Export CSV' }: { url: string; label?: string }) => (
  <DownloadButton label={label} verb="Export" failure={CONNECTION_LOST} onDownload={(options) => download(url, options)} />
)
