import { Box } from '@mantine/core'
import { IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { formatEntries } from './describe-count.ts'
import type { QueueState } from './entry-queue.ts'

/** Whether the server has all entries of this device. */
export function QueueStatus({ state: { waiting, isOffline, isUnsafe } }: { state: QueueState }) {
  const count = waiting.length
  const Icon = count === 0 ? IconCloudCheck : isOffline ? IconCloudOff : IconCloudUpload
  const waits = count > 0 && isOffline
  return (
    <Box role="status" className={`row small ${waits ? 'medium' : ''}`} c={waits ? 'var(--amber)' : 'dimmed'}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <p className="digits">
        {count === 0
          ? 'All saved'
          : isOffline
            ? `${formatEntries(count)} ${count === 1 ? 'waits' : 'wait'} for a connection`
            : `Saving ${formatEntries(count)}…`}
        {count > 0 && isOffline && !isUnsafe && <span className="grey"> · saved on this device</span>}
        {count > 0 && isUnsafe && ' · keep this page open, this browser cannot save them'}
      </p>
    </Box>
  )
}
