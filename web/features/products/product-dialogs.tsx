import { useEffect } from 'react'
import type { Product } from '../../../contract/products.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { BulkSearch } from './bulk-changes/use-bulk-change.ts'
import { useRemoveProduct } from './product-mutations.ts'

export type OpenDialog =
  | { kind: 'import' | 'earlier-changes' | 'similar' | 'same-barcode' }
  | { kind: 'add'; barcode?: string }
  | { kind: 'edit' | 'adjust' | 'delete'; product: Product }
  | { kind: 'change'; search: BulkSearch; scope: string }
  | null

type Props = {
  dialog: OpenDialog
  /** The product of the URL. */
  linked: number | undefined
  /** The barcode of the URL, for a product that is added. */
  added: string | undefined
  /** The site of the list's filter. */
  filteredSite: number | undefined
  onEdit: (product: Product) => void
  onSaved: (productid: number) => void
  onRemoved: (productid: number) => void
  onClose: () => void
  onCloseLinked: () => void
}

const ProductDialog = lazyDialog('Product', async () => (await import('./product-dialog.tsx')).ProductDialog)
const LinkedProductDialog = lazyDialog('Product', async () => (await import('./product-dialog.tsx')).LinkedProductDialog)
const AdjustDialog = lazyDialog('Adjust stock', async () => (await import('./adjust-dialog.tsx')).AdjustDialog)
const ImportDialog = lazyDialog('Import products', async () => (await import('./import-dialog.tsx')).ImportDialog)
const BulkChangeDialog = lazyDialog(
  'Change products',
  async () => (await import('./bulk-changes/bulk-change-dialog.tsx')).BulkChangeDialog,
)
const EarlierBulkChangesDialog = lazyDialog(
  'Recent bulk changes',
  async () => (await import('./bulk-changes/earlier-bulk-changes-dialog.tsx')).EarlierBulkChangesDialog,
)
const SimilarProductsDialog = lazyDialog(
  'Probably the same',
  async () => (await import('./similar-products-dialog.tsx')).SimilarProductsDialog,
)

const SameBarcodeDialog = lazyDialog('Same barcode', async () => (await import('./same-barcode-dialog.tsx')).SameBarcodeDialog)

/** The dialogs of the products screen. Only the first one is loaded before it is opened. */
export function ProductDialogs({
  dialog,
  linked,
  added,
  filteredSite,
  onEdit,
  onSaved,
  onRemoved,
  onClose,
  onCloseLinked,
}: Props) {
  const removal = useRemoveProduct()
  useEffect(ProductDialog.preload, [])
  return (
    <>
      {dialog?.kind === 'add' && (
        <ProductDialog barcode={dialog.barcode} filteredSite={filteredSite} onSaved={onSaved} onClose={onClose} />
      )}
      {dialog?.kind === 'edit' && <ProductDialog product={dialog.product} onSaved={onSaved} onClose={onClose} />}
      {added !== undefined && (
        <ProductDialog barcode={added} filteredSite={filteredSite} onSaved={onSaved} onClose={onCloseLinked} />
      )}
      {linked !== undefined && <LinkedProductDialog productid={linked} onSaved={onSaved} onClose={onCloseLinked} />}
      {dialog?.kind === 'adjust' && <AdjustDialog product={dialog.product} onClose={onClose} />}
      {dialog?.kind === 'import' && <ImportDialog onClose={onClose} />}
      {dialog?.kind === 'change' && <BulkChangeDialog search={dialog.search} scope={dialog.scope} onClose={onClose} />}
      {dialog?.kind === 'similar' && <SimilarProductsDialog onClose={onClose} />}
      {dialog?.kind === 'same-barcode' && <SameBarcodeDialog onEdit={onEdit} onClose={onClose} />}
      {dialog?.kind === 'earlier-changes' && <EarlierBulkChangesDialog onClose={onClose} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          question={`Are you sure you want to delete ${dialog.product.productname}?`}
          onConfirm={async () => {
            await removal.mutateAsync(dialog.product)
            onRemoved(dialog.product.productid)
          }}
          onClose={onClose}
        />
      )}
    </>
  )
}
