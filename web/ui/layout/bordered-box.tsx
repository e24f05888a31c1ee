import type { ReactNode } from 'react'
import classes from './small-table.module.css'

/** The border of a short table or list, for a dialog. A paragraph in it is its text without rows. */
export const BorderedBox = ({ children }: { children: ReactNode }) => <div className={`framed ${classes.box}`}>{children}</div>
