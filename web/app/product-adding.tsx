import type { ReactNode } from 'react'
import { AddProductDialog } from '../missing-products/add-product-dialog.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'

const ProductDialog = lazyDialog(
  'Add product',
  async () => (await import('../features/products/product-dialog.tsx')).ProductDialog,
)

/** A screen that scans products of a site, and adds those that are missing. */
export const ProductAdding = ({ children }: { children: ReactNode }) => (
  <AddProductDialog value={ProductDialog}>{children}</AddProductDialog>
)
