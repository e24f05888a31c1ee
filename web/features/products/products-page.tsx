import { Button } from '@mantine/core'
import { IconPackage, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Product } from '../../../contract/products.ts'
import { api } from '../../lib/api/api.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { useSelection } from '../../list/use-selection.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createProductView } from './product-columns.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductFilters } from './product-filters.tsx'
import { useRemoveProduct } from './product-mutations.ts'
import { EXPORT_PATH, getExportUrl, isFiltered, listQuery, type Search, UNFILTERED } from './product-queries.ts'
import classes from './products-page.module.css'

const route = getRouteApi('/_signed-in/products')

type OpenDialog = { kind: 'add' | 'import' } | { kind: 'edit' | 'delete'; product: Product } | null

export function ProductsPage() {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, navigate)
  const products = useQuery(listQuery(search))
  const sites = useQuery(api.sites.options.queryOptions())
  const selection = useSelection(search, EXPORT_PATH)
  const removal = useRemoveProduct()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const add = () => setDialog({ kind: 'add' })

  return (
    <>
      <PageHeader
        title="Products"
        subtitle="Catalog management"
        controls={
          <div className={classes.files}>
            <Button
              variant="default"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              onClick={() => setDialog({ kind: 'import' })}
            >
              Import CSV
            </Button>
            <ExportButton url={getExportUrl(search)} />
          </div>
        }
        action={<AddButton onClick={add}>Add product</AddButton>}
      />
      <ProductFilters search={search} onSearch={show} onFind={find} />
      <DataTable
        title="Inventory"
        view={createProductView(setDialog, {
          sites: (sites.data?.length ?? 0) > 1,
          pictures: products.data?.rows.some(({ picture }) => picture) ?? false,
        })}
        query={products}
        search={search}
        onSearch={show}
        selection={selection}
        failure="Failed to load products"
        empty={{
          icon: IconPackage,
          text: 'No products found.',
          action: isFiltered(search) ? (
            <Button variant="default" onClick={() => show(withFilter(search, UNFILTERED))}>
              Clear filters
            </Button>
          ) : (
            <Button variant="default" onClick={add}>
              Add your first product
            </Button>
          ),
        }}
      />
      {dialog?.kind === 'add' && <ProductDialog onClose={close} />}
      {dialog?.kind === 'import' && <LazyImportDialog onClose={close} />}
      {dialog?.kind === 'edit' && <ProductDialog product={dialog.product} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          question={`Are you sure you want to delete ${dialog.product.productname}?`}
          onConfirm={async () => {
            await removal.mutateAsync(dialog.product)
            selection.choose([dialog.product.productid], false)
          }}
          onClose={close}
        />
      )}
    </>
  )
}

/** Loaded on demand: imports are rare. */
function LazyImportDialog({ onClose }: { onClose: () => void }) {
  const loading = useQuery({
    queryKey: ['import-dialog'],
    queryFn: () => import('./import-dialog.tsx'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (loading.data) return <loading.data.ImportDialog onClose={onClose} />
  if (loading.isPending) return null
  return (
    <Dialog title="Import products" onClose={onClose}>
      <LoadFailure query={loading} failure="Failed to load the import" />
    </Dialog>
  )
}
