import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import classes from './empty-state.module.css'

/** The content of a card without data. */
export const EmptyState = ({ icon, children }: { icon: Icon; children: ReactNode }) => (
  <div className={classes.empty}>
    <RoundIcon icon={icon} tone="quiet" />
    <p>{children}</p>
  </div>
)
