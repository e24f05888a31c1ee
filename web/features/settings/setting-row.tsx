import { Box, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** Undefined while it loads. */
  value: ReactNode
  /** Below the value. */
  hint?: ReactNode
  action?: ReactNode
}

/** A fact of the account and the button that changes it. */
export const SettingRow = ({ label, value, hint, action }: Props) => (
  <Box className="row gap-12 to-edge line-above" mih="calc(var(--touch) + 25px)">
    <dl className="rest">
      <dt className="grey small">{label}</dt>
      <dd className="break">
        {value ?? <Skeleton height={14} width={160} my={3} />}
        {hint && (
          <Box component="small" display="block" c="dimmed" fz="sm">
            {hint}
          </Box>
        )}
      </dd>
    </dl>
    {action}
  </Box>
)
