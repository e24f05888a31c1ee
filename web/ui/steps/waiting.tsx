import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './waiting.module.css'

/** A step that lasts until an answer comes: 'Reading april.csv…'. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <p className={classes.waiting}>
    <Loader size={20} aria-hidden /> {children}
  </p>
)
