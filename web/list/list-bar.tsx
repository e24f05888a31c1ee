import type { ReactNode } from 'react'
import classes from './list-bar.module.css'

/** What narrows a list, above it: the search first, then the filters. */
export const ListBar = ({ children }: { children: ReactNode }) => <div className={classes.bar}>{children}</div>
