import type { ComponentType, ReactNode } from 'react'
import classes from './nothing.module.css'

/** A card with nothing to show says so. */
export function Nothing({
  icon: Icon,
  children,
}: {
  icon: ComponentType<{ size?: number; stroke?: number }>
  children: ReactNode
}) {
  return (
    <div className={classes.nothing}>
      <span className={classes.icon} aria-hidden="true">
        <Icon size={20} stroke={1.75} />
      </span>
      <p>{children}</p>
    </div>
  )
}
