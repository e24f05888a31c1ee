import { Box, Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import classes from './export-button.module.css'
import { useDownload } from './use-download.ts'

const CONNECTION_LOST = 'The connection was lost before the file was complete, so nothing was saved.'
/** A screen reader announces the progress in steps of this many percent. */
const ANNOUNCED_STEP = 20

type Props = { url: string; label?: string }

/** Downloads a file and shows the progress or the error. */
export function ExportButton({ url, label = 'Export CSV' }: Props) {
  const { phase, percent, isLong, start, cancel, dismiss } = useDownload(url, CONNECTION_LOST)
  const isRunning = phase === 'running'

  return (
    <Box className="keep-size" pos="relative">
      <Button
        variant="default"
        className={`digits ${classes.button}`}
        data-running={isRunning || undefined}
        data-long={isLong || undefined}
        style={{ '--done': `${percent ?? 0}%` } as CSSProperties}
        // Not `disabled`, which would remove the focus from the button.
        aria-disabled={isRunning}
        onClick={start}
        leftSection={isRunning ? undefined : <IconDownload size={18} stroke={1.75} aria-hidden />}
      >
        {isRunning ? formatProgress(percent) : label}
      </Button>
      {isLong && <CloseButton className={classes.cancel} c="dimmed" aria-label="Cancel export" iconSize={18} onClick={cancel} />}
      <VisuallyHidden role="status">
        {isRunning && formatProgress(percent && percent - (percent % ANNOUNCED_STEP))}
        {phase === 'finished' && 'Export finished.'}
      </VisuallyHidden>
      {typeof phase === 'object' && (
        <div className={`panel row top gap-4 ${classes.failure}`}>
          <Notice
            kind="error"
            action={
              <Button variant="default" size="xs" onClick={start}>
                Try again
              </Button>
            }
          >
            <b>Export failed.</b> {phase.failed}
          </Notice>
          <CloseButton flex="none" c="dimmed" aria-label="Dismiss" size="sm" onClick={dismiss} />
        </div>
      )}
    </Box>
  )
}

const formatProgress = (percent: number | null) => (percent ? `Exporting… ${percent}\u00a0%` : 'Exporting…')
