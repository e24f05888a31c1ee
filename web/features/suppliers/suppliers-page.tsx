import { Button } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { describeUse, type Supplier, type SupplierOption } from '../../../contract/suppliers.ts'
import { useMay } from '../../auth/rights.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { useSavedRow } from '../../list/use-saved-row.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { createSupplierView } from './supplier-columns.tsx'
import { SupplierDialog } from './supplier-dialog.tsx'
import { useRemoveSupplier } from './supplier-mutations.ts'
import { listQuery, type Search, UNFILTERED } from './supplier-queries.ts'

const route = getRouteApi('/_signed-in/stock_/suppliers')

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit' | 'delete'; supplier: Supplier }
  | { kind: 'merge'; supplier: Supplier; into?: SupplierOption }
  | null

export function SuppliersPage() {
  const search: Search = route.useLoaderDeps()
  const { show, find } = listNavigation(search, route.useNavigate())
  const suppliers = useQuery(listQuery(search))
  const { savedKey, markSaved } = useSavedRow()
  const removal = useRemoveSupplier()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const may = useMay()
  const close = () => setDialog(null)
  const add = () => setDialog({ kind: 'add' })

  return (
    <>
      <PageHeader
        title="Suppliers"
        subtitle="Who you buy from"
        action={may('suppliers.create') && <AddButton onClick={add}>Add supplier</AddButton>}
      />
      <ListBar search={<SearchBox placeholder="Search by name, e-mail, account number…" value={search.q} onChange={find} />} />
      <DataTable
        title="Suppliers"
        view={createSupplierView(setDialog, may)}
        query={suppliers}
        search={search}
        onSearch={show}
        savedKey={savedKey}
        failure="Failed to load suppliers"
        empty={{
          icon: IconTruckDelivery,
          text: 'No suppliers found.',
          rows: 'suppliers',
          unfiltered: UNFILTERED,
          action: may('suppliers.create') && (
            <Button variant="default" onClick={add}>
              Add your first supplier
            </Button>
          ),
        }}
      />
      {dialog?.kind === 'add' && <SupplierDialog onSaved={markSaved} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <SupplierDialog
          supplier={dialog.supplier}
          onSaved={markSaved}
          onMerge={(into) => setDialog({ kind: 'merge', supplier: dialog.supplier, into })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeDialog supplier={dialog.supplier} into={dialog.into} onMerged={markSaved} onClose={close} />
      )}
      {dialog?.kind === 'delete' && dialog.supplier.products > 0 && (
        <ConfirmDialog
          title="Delete supplier"
          subtitle={dialog.supplier.name}
          action="Merge…"
          onConfirm={async () => setDialog({ kind: 'merge', supplier: dialog.supplier })}
          onClose={() => setDialog((now) => (now?.kind === 'delete' ? null : now))}
        >
          {describeUse(dialog.supplier.products)}
        </ConfirmDialog>
      )}
      {dialog?.kind === 'delete' && dialog.supplier.products === 0 && (
        <ConfirmDelete
          question={`Delete supplier ${dialog.supplier.name}?`}
          failure="Cannot delete this supplier because it has related records."
          onConfirm={() => removal.mutateAsync(dialog.supplier)}
          onClose={close}
        />
      )}
    </>
  )
}
