import type { Product } from '../../../contract/products.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { LoadedDialog } from '../../ui/dialog/loaded-dialog.tsx'
import type { ChangedSearch } from './changes/use-change.ts'
import { useRemoveProduct } from './product-mutations.ts'

export type OpenDialog =
  | { kind: 'add' | 'import' | 'earlier-changes' }
  | { kind: 'edit' | 'delete'; product: Product }
  | { kind: 'change'; search: ChangedSearch; scope: string }
  | null

type Props = {
  dialog: OpenDialog
  /** The product of the URL. */
  linked: number | undefined
  onSaved: (productid: number) => void
  onRemoved: (productid: number) => void
  onClose: () => void
  onCloseLinked: () => void
}

/** The dialogs of the products screen. Only the first one is loaded before it is opened. */
export function ProductDialogs({ dialog, linked, onSaved, onRemoved, onClose, onCloseLinked }: Props) {
  const removal = useRemoveProduct()
  return (
    <>
      <LoadedDialog
        name="product-dialog"
        load={() => import('./product-dialog.tsx')}
        isOpen={dialog?.kind === 'add' || dialog?.kind === 'edit' || linked !== undefined}
        title="Product"
        onClose={linked === undefined ? onClose : onCloseLinked}
      >
        {({ ProductDialog, LinkedProductDialog }) => (
          <>
            {dialog?.kind === 'add' && <ProductDialog onSaved={onSaved} onClose={onClose} />}
            {dialog?.kind === 'edit' && <ProductDialog product={dialog.product} onSaved={onSaved} onClose={onClose} />}
            {linked !== undefined && <LinkedProductDialog productid={linked} onSaved={onSaved} onClose={onCloseLinked} />}
          </>
        )}
      </LoadedDialog>
      {dialog?.kind === 'import' && (
        <LoadedDialog name="import-dialog" load={() => import('./import-dialog.tsx')} title="Import products" onClose={onClose}>
          {({ ImportDialog }) => <ImportDialog onClose={onClose} />}
        </LoadedDialog>
      )}
      {dialog?.kind === 'change' && (
        <LoadedDialog
          name="change-dialog"
          load={() => import('./changes/change-dialog.tsx')}
          title="Change products"
          onClose={onClose}
        >
          {({ ChangeDialog }) => <ChangeDialog search={dialog.search} scope={dialog.scope} onClose={onClose} />}
        </LoadedDialog>
      )}
      {dialog?.kind === 'earlier-changes' && (
        <LoadedDialog
          name="earlier-changes-dialog"
          load={() => import('./changes/earlier-changes-dialog.tsx')}
          title="Earlier changes"
          onClose={onClose}
        >
          {({ EarlierChangesDialog }) => <EarlierChangesDialog onClose={onClose} />}
        </LoadedDialog>
      )}
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
