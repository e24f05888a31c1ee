import type { useDialogUrl } from '../../lib/url/use-dialog-url.ts'
import { LoadedDialog } from '../../ui/dialog/loaded-dialog.tsx'

/** The dialog of the sale in the URL. */
export const LazySaleDialog = ({ viewed, timezone }: { viewed: ReturnType<typeof useDialogUrl>; timezone: string }) => (
  <LoadedDialog
    name="sale-dialog"
    load={() => import('./sale-dialog.tsx')}
    isOpen={viewed.id !== undefined}
    title={`Sale #${viewed.id}`}
    inUrl
    onClose={viewed.close}
  >
    {({ SaleDialog }) =>
      viewed.id !== undefined && <SaleDialog saleid={viewed.id} timezone={timezone} onView={viewed.open} onClose={viewed.close} />
    }
  </LoadedDialog>
)
