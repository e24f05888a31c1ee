import { Box } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { QuietLink } from './quiet-link.tsx'

type Props = { steps: { name: string; link: LinkProps }[]; current: string }

/** The screens that lead to this one, the first one first. */
export const Breadcrumb = ({ steps, current }: Props) => (
  <Box component="nav" mb={12} aria-label="Breadcrumb" className="grey small screen-only">
    <ol className="row wrap gap-4">
      {steps.map(({ name, link }) => (
        <li key={name} className="row gap-4">
          <QuietLink {...link}>{name}</QuietLink>
          <IconChevronRight size={14} aria-hidden />
        </li>
      ))}
      <Box component="li" c="var(--text)" fw={500} aria-current="page">
        {current}
      </Box>
    </ol>
  </Box>
)
