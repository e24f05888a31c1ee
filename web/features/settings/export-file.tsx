import { Box, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BusinessExport } from '../../../contract/business-export.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api, client, refetchPolicy } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { SettingRow } from './setting-row.tsx'

const FILE_URL = '/api/v1/account/export/file'
const REFRESH_MS = 1_000
const LOAD_FAILED = 'Could not check the file.'
const FAILED = 'Could not prepare the file. Please try again.'

/** Prepares the file and downloads it: a row of a card. */
export function ExportFile() {
  const query = useQuery(
    api.businessExport.get.queryOptions({
      refetchInterval: (query) => refetchPolicy({ everyMs: query.state.data?.state === 'running' && REFRESH_MS })(query),
    }),
  )
  const create = useSave(() => client.businessExport.create(), ['businessExport'])
  const found = query.data
  const isRunning = create.isPending || found?.state === 'running'
  const error = create.error ? getErrorMessage(create.error, FAILED) : found?.state === 'failed' && !isRunning && FAILED

  return (
    <>
      {query.isError && !found ? (
        <LoadFailure query={query} failure={LOAD_FAILED} />
      ) : isRunning ? (
        <div className="to-edge line-above">
          <ProgressBar
            py={14}
            label="Collecting your data"
            noun="row"
            done={found?.state === 'running' ? found.done : 0}
            of={found?.state === 'running' ? found.of : 0}
          />
          <p className="grey small">You can leave this page. The file is kept for a day.</p>
        </div>
      ) : (
        <FileRow found={found} onCreate={() => create.mutate()} />
      )}
      {error && (
        <Box px="var(--side)" pb="md">
          <Notice kind="error">{error}</Notice>
        </Box>
      )}
    </>
  )
}

function FileRow({ found, onCreate }: { found: BusinessExport | undefined; onCreate: () => void }) {
  const timezone = useTimezone()
  if (found?.state !== 'ready' || !found.created_at || !found.expires_at) {
    return (
      <SettingRow
        label="Size"
        value={found && `About ${formatBytes(found.estimated_bytes)}`}
        action={
          found && (
            <Button variant="default" flex="none" onClick={onCreate}>
              Prepare file
            </Button>
          )
        }
      />
    )
  }
  return (
    <SettingRow
      label={`Your data of ${formatDateTimeIn(timezone, found.created_at)}`}
      value={formatBytes(found.bytes)}
      hint={`Deleted on ${formatDateTimeIn(timezone, found.expires_at)}`}
      action={
        <div className="row wrap end">
          <Button variant="default" aria-label="Renew the file" onClick={onCreate}>
            Renew
          </Button>
          <Button component="a" href={FILE_URL} download leftSection={<IconDownload size={18} aria-hidden />}>
            Download
          </Button>
        </div>
      }
    />
  )
}
