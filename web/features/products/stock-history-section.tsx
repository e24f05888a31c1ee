import { Box, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'

const StockHistory = lazyComponent(async () => (await import('./stock-history.tsx')).StockHistory, {
  failure: 'Failed to load the stock history',
  loading: <Skeleton height={160} />,
})

/** The stock history of a product, collapsed until asked for. */
export function StockHistorySection({ productid }: { productid: number }) {
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
          <StockHistory productid={productid} />
        </Box>
      )}
    </Box>
  )
}
