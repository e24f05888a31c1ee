import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'

export const MissingBarcode = lazyComponent(
  async () => (await import('../../missing-products/missing-barcode.tsx')).MissingBarcode,
  {
    failure: 'Could not load this.',
  },
)
