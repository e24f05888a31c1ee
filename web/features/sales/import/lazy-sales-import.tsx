import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { api } from '../../../lib/api/api.ts'
import { LoadedDialog } from '../../../ui/dialog/loaded-dialog.tsx'
import type { SalesImportDialog } from './sales-import-dialog.tsx'

/** Opens with the sites, so that the focus starts at the file. */
export function LazySalesImport(props: ComponentProps<typeof SalesImportDialog>) {
  const sites = useQuery(api.sites.options.queryOptions())
  if (sites.isPending) return null
  return (
    <LoadedDialog
      name="sales-import-dialog"
      load={() => import('./sales-import-dialog.tsx')}
      title="Import sales"
      onClose={props.onClose}
    >
      {({ SalesImportDialog }) => <SalesImportDialog {...props} />}
    </LoadedDialog>
  )
}
