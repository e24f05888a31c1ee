import type { Icon } from '@tabler/icons-react'
import classes from './round-icon.module.css'

/** What a card is about, in a soft circle. */
export const RoundIcon = ({ icon: Icon }: { icon: Icon }) => (
  <span className={classes.icon} aria-hidden="true">
    <Icon size={20} stroke={1.75} />
  </span>
)
