import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from '../feedback/lazy-component.tsx'
import { Dialog } from './dialog.tsx'

type Options<Props> = { inUrl?: boolean; loading?: (props: Props) => ReactNode }

/** A dialog whose code is not part of its screen. `title` and `inUrl` are for the dialog that shows a failed load. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
  { inUrl = false, loading }: Options<Props> = {},
) =>
  lazyComponent(load, {
    failure: 'This could not be loaded.',
    loading,
    frame: (message, { onClose }) => (
      <Dialog title={title} inUrl={inUrl} onClose={onClose}>
        {message}
      </Dialog>
    ),
  })
