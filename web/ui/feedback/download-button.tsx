import { Box, Button, CloseButton, VisuallyHidden } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { DownloadOptions } from '../../lib/api/download.ts'
import classes from './download-button.module.css'
import { Notice } from './notice.tsx'
import { useDownload } from './use-download.ts'

type Props = {
  label: string
  verb: 'Export' | 'Download'
  /** Why nothing was saved, where the server does not say it. */
  failure: string
  onDownload: (options: DownloadOptions) => Promise<void>
  /** Small, with its error below it instead of above the content. */
  inFlow?: boolean
}

/** A screen reader announces the progress in steps of this many percent. */
const ANNOUNCED_STEP = 20

/** Downloads a file, shows the progress or the error, and can be cancelled. */
export function DownloadButton({ label, verb, failure, onDownload, inFlow }: Props) {
  const { phase, percent, isLong, start, cancel, dismiss } = useDownload(onDownload, failure)
  const isRunning = phase === 'running'
  const formatProgress = (shown: number | null) => (shown ? `${verb}ing… ${shown}\u00a0%` : `${verb}ing…`)

  return (
    <Box className="keep-size" pos="relative" data-download data-in-flow={inFlow || undefined}>
      <Button
        variant="default"
        size={inFlow ? 'xs' : 'sm'}
        className={`digits ${classes.button}`}
        data-running={isRunning || undefined}
        data-long={isLong || undefined}
        style={{ '--done': `${percent ?? 0}%` } as CSSProperties}
        // Not `disabled`, which would remove the focus from the button.
        aria-disabled={isRunning}
        onClick={start}
        leftSection={isRunning ? undefined : <IconDownload size={inFlow ? 16 : 18} stroke={1.75} aria-hidden />}
      >
        {isRunning ? formatProgress(percent) : label}
      </Button>
      {isLong && (
        <CloseButton
          className={classes.cancel}
          c="dimmed"
          aria-label={`Cancel ${verb.toLowerCase()}`}
          iconSize={18}
          onClick={cancel}
        />
      )}
      {/* In a dialog, whose own result is its status, only a live region. */}
      <VisuallyHidden {...(inFlow ? { 'aria-live': 'polite' } : { role: 'status' })}>
        {isRunning && formatProgress(percent && percent - (percent % ANNOUNCED_STEP))}
        {phase === 'finished' && `${verb} finished.`}
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
            {!inFlow && <b>{verb} failed. </b>}
            {phase.failed}
          </Notice>
          <CloseButton flex="none" c="dimmed" aria-label="Dismiss" size="sm" onClick={dismiss} />
        </div>
      )}
    </Box>
  )
}
