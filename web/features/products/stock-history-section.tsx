import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useModule } from '../../lib/api/use-module.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import classes from './stock-history.module.css'

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
    <section ref={section} data-wide className={classes.section}>
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
          {history.isPending && <Skeleton height={160} />}
          {history.isError && <LoadFailure query={history} failure="Failed to load the stock history" />}
          {history.data && <history.data.StockHistory productid={productid} />}
        </div>
      )}
    </section>
  )
}
