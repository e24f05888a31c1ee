import { IconChevronRight } from '@tabler/icons-react'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import type { TrailStep } from './drill-down.ts'
import classes from './trail.module.css'

/** The reports that led here. */
export function Trail({ trail, title }: { trail: TrailStep[]; title: string }) {
  if (trail.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className={classes.trail}>
      <ol>
        {trail.map(({ name, search }, index) => (
          <li key={name}>
            <QuietLink to="/reports" search={search} state={(state) => ({ ...state, reportTrail: trail.slice(0, index) })}>
              {name}
            </QuietLink>
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
