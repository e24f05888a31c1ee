import { Box, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

/** A section of a dialog, collapsed until asked for. */
export function FoldedSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <Box component="section" data-wide className="line-above" pt={4}>
      <UnstyledButton
        className="row"
        mih={44}
        c="var(--accent)"
        fw={500}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <IconChevronDown
          size={18}
          stroke={1.75}
          style={{ transition: 'rotate 150ms', rotate: isOpen ? '180deg' : '0deg' }}
          aria-hidden
        />
      </UnstyledButton>
      {isOpen && (
        <Box id={contentId} className="stack gap-24" pt="xs">
          {children}
        </Box>
      )}
    </Box>
  )
}
