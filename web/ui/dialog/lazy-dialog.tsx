import type { ComponentType } from 'react'
import { lazyComponent } from '../feedback/lazy-component.tsx'
import { Dialog } from './dialog.tsx'

/** A dialog whose code is not part of its screen. `title` and `inUrl` are for the dialog that shows a failed load. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
  { inUrl = false }: { inUrl?: boolean } = {},
) =>
  lazyComponent(load, {
    failure: 'Could not load this.',
    frame: (message, { onClose }) => (
      <Dialog title={title} inUrl={inUrl} onClose={onClose}>
        {message}
      </Dialog>
    ),
  })
