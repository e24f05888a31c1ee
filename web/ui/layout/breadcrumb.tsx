import { IconChevronRight } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import classes from './breadcrumb.module.css'
import { QuietLink } from './quiet-link.tsx'

type Props = { steps: { name: string; link: LinkProps }[]; current: string }

/** The screens that lead to this one, the first one first. */
export const Breadcrumb = ({ steps, current }: Props) => (
  <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
    <ol>
      {steps.map(({ name, link }) => (
        <li key={name}>
          <QuietLink {...link}>{name}</QuietLink>
          <IconChevronRight size={14} aria-hidden />
        </li>
      ))}
      <li aria-current="page">{current}</li>
    </ol>
  </nav>
)
