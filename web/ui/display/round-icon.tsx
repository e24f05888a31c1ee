import type { Icon } from '@tabler/icons-react'
import classes from './round-icon.module.css'

/** What a card is about, in a soft circle; a quiet one where there is nothing. */
export const RoundIcon = ({ icon: Icon, tone = 'accent' }: { icon: Icon; tone?: 'accent' | 'quiet' }) => (
  <span className={classes.icon} data-tone={tone} aria-hidden="true">
    <Icon size={20} stroke={1.75} />
  </span>
)
