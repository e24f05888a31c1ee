import { Skeleton } from '@mantine/core'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { FoldedSection } from '../../ui/layout/folded-section.tsx'

const StockHistory = lazyComponent(async () => (await import('./stock-history.tsx')).StockHistory, {
  failure: 'Failed to load the stock history',
  loading: <Skeleton height={160} />,
})

/** The stock history of a product, collapsed until asked for. */
export const StockHistorySection = ({ productid }: { productid: number }) => (
  <FoldedSection title="Stock history">
    <StockHistory productid={productid} />
  </FoldedSection>
)
