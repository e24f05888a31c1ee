import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import classes from './stock-history.module.css'

const StockHistory = lazy(() => import('./stock-history.tsx').then((loaded) => ({ default: loaded.StockHistory })))

/** The stock history of a product, collapsed until asked for. */
export function StockHistorySection({ productid }: { productid: number }) {
  const [isOpen, setOpen] = useState(false)
  const contentId = useId()
  return (
    <section data-wide className={classes.section}>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Stock history
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <div id={contentId} className={classes.content}>
          <Suspense fallback={<Skeleton height={160} />}>
            <StockHistory productid={productid} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
