import { IconChevronRight } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import classes from './page-header.module.css'
import { QuietLink } from './quiet-link.tsx'

export type Step = { name: string; link: LinkProps }

/** The screens that this one is below, the first one first. The title of the screen follows. A phone has an arrow to the last one. */
export const Breadcrumb = ({ steps }: { steps: Step[] }) => (
  <nav aria-label="Breadcrumb" className={`grey small screen-only ${classes.trail}`}>
    <ol className="row wrap gap-4">
      {steps.map(({ name, link }) => (
        <li key={name} className="row gap-4">
          <QuietLink {...link}>{name}</QuietLink>
          <IconChevronRight size={14} aria-hidden />
        </li>
      ))}
    </ol>
  </nav>
)
