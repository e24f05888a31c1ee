import type { ReactNode } from 'react'
import classes from './list-bar.module.css'

/** The search box and the filters above a list. */
export const ListBar = ({ children }: { children: ReactNode }) => <div className={`row wrap ${classes.bar}`}>{children}</div>
