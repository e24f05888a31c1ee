import { Box, Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RoundIcon } from './round-icon.tsx'

type Props = {
  icon: Icon
  children: ReactNode
  /** Shows all rows again, where a search or a filter leaves none. */
  onClear?: (() => void) | undefined
  /** What else helps. */
  action?: ReactNode
}

/** The content of a card or a list without data. */
export const EmptyState = ({ icon, children, onClear, action }: Props) => (
  <Box
    className="empty-text rest small"
    mih={120}
    display="grid"
    style={{ placeContent: 'center', justifyItems: 'center', gap: 12 }}
  >
    <RoundIcon icon={icon} quiet />
    <p>{children}</p>
    {(onClear || action) && (
      <div className="row wrap centre">
        {action}
        {onClear && (
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    )}
  </Box>
)

/** 'No products match “rusks”.', of the rows that a search or filters leave out. */
export const describeNoMatch = (rows: string, q: string) => `No ${rows} match ${q ? `“${q}”` : 'these filters'}.`
