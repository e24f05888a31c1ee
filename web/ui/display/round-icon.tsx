import type { Icon } from '@tabler/icons-react'
import classes from './round-icon.module.css'

/** The icon of a card in a circle. `quiet` is for empty states. */
export const RoundIcon = ({ icon: Icon, tone = 'accent' }: { icon: Icon; tone?: 'accent' | 'quiet' }) => (
  <span className={classes.icon} data-tone={tone} aria-hidden="true">
    <Icon size={20} stroke={1.75} />
  </span>
)
