import type { ComponentProps } from 'react'
import { LoadedDialog } from '../../ui/dialog/loaded-dialog.tsx'
import type { CashUpDialog } from './cash-up-dialog.tsx'

export const LazyCashUpDialog = (props: ComponentProps<typeof CashUpDialog>) => (
  <LoadedDialog name="cash-up-dialog" load={() => import('./cash-up-dialog.tsx')} title="Cash up" onClose={props.onClose}>
    {({ CashUpDialog }) => <CashUpDialog key={`${props.siteid} ${props.day}`} {...props} />}
  </LoadedDialog>
)
