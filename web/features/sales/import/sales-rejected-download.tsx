import { RejectedDownload } from '../../../ui/import/rejected-download.tsx'
import type { Chosen } from './use-sales-import.ts'

/** A receipt with a line that cannot be read is in the file with all its lines. */
export const SalesRejectedDownload = ({ file, options }: Chosen) => (
  <RejectedDownload label="Download the lines not imported" onDownload={() => file.downloadRejected(options)} />
)
