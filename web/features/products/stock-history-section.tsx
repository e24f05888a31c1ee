import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useModule } from '../../lib/api/use-module.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'

/** The stock history of a product, collapsed until asked for. */
export function StockHistorySection({ productid }: { productid: number }) {
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLElement>(null)
  const contentId = useId()
  const history = useModule({ name: 'stock-history', load: () => import('./stock-history.tsx'), enabled: isOpen })
  // The section is the last of the form: what it shows would be below the screen.
  const isShown = isOpen && history.data !== undefined
  useEffect(() => {
    if (isShown) section.current?.scrollIntoView({ block: 'start' })
  }, [isShown])
  return (
    <Box component="section" ref={section} data-wide className="line-above" pt={4}>
      <UnstyledButton
        className="row"
        mih={44}
        c="var(--accent)"
        fw={500}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Stock history
        <IconChevronDown
          size={18}
          stroke={1.75}
          style={{ transition: 'rotate 150ms', rotate: isOpen ? '180deg' : '0deg' }}
          aria-hidden
        />
      </UnstyledButton>
      {isOpen && (
        <Box id={contentId} className="stack gap-24" pt="xs">
          {history.isPending && <Skeleton height={160} />}
          {history.isError && <LoadFailure query={history} failure="Failed to load the stock history" />}
          {history.data && <history.data.StockHistory productid={productid} />}
        </Box>
      )}
    </Box>
  )
}
