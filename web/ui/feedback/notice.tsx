import { Box } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

const colours = {
  error: { bg: 'var(--red-bg)', c: 'var(--red)' },
  success: { bg: 'var(--green-bg)', c: 'var(--green)' },
  quiet: { bg: 'var(--tint)', c: 'var(--text)' },
}
const icons = { error: IconAlertCircle, success: IconCircleCheck, quiet: IconInfoCircle }

/** A message: red and announced at once, green, or neutral. A button may follow it. */
export function Notice({ kind, children, action }: { kind: keyof typeof icons; children: ReactNode; action?: ReactNode }) {
  const Icon = icons[kind]
  return (
    <Box
      className="row wrap end gap-12 small"
      {...colours[kind]}
      p="10px 14px"
      bdrs="md"
      role={kind === 'error' ? 'alert' : 'status'}
    >
      {/* Where a button leaves less than this, it is below. */}
      <Box className="row top gap-12 break" flex="1 1 220px" miw={0}>
        <Icon size={20} stroke={1.75} color={kind === 'quiet' ? 'var(--accent)' : 'currentColor'} aria-hidden />
        <Box miw={0}>{children}</Box>
      </Box>
      {action}
    </Box>
  )
}
