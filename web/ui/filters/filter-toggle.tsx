import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './filters.module.css'

type Props = { on: boolean; onToggle: (on: boolean) => void; icon?: Icon; children: ReactNode; ref?: Ref<HTMLButtonElement> }

export const FilterToggle = ({ on, onToggle, icon: Icon, children, ref }: Props) => (
  <Button
    ref={ref}
    variant="default"
    className={classes.filter}
    fz="sm"
    aria-pressed={on}
    onClick={() => onToggle(!on)}
    leftSection={Icon && <Icon size={16} stroke={1.75} aria-hidden />}
  >
    {children}
  </Button>
)
