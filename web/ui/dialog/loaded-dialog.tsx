import type { ReactNode } from 'react'
import { useModule } from '../../lib/api/use-module.ts'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { Dialog } from './dialog.tsx'

type Props<Module> = {
  /** Of the module, the same at every place that loads it. */
  name: string
  load: () => Promise<Module>
  /** A dialog that is rendered closed is loaded after the page, so that it opens at once and without a network. */
  isOpen?: boolean
  /** Of the dialog that says that the module could not be loaded. */
  title: string
  inUrl?: boolean
  onClose: () => void
  children: (module: Module) => ReactNode
}

/** A dialog whose code is not part of its screen. */
export function LoadedDialog<Module>({ name, load, isOpen = true, title, inUrl, onClose, children }: Props<Module>) {
  const loading = useModule({ name, load })
  if (!isOpen || loading.isPending) return null
  if (loading.data) return children(loading.data)
  return (
    <Dialog title={title} {...(inUrl && { inUrl })} onClose={onClose}>
      <LoadFailure query={loading} failure="This could not be loaded." />
    </Dialog>
  )
}
