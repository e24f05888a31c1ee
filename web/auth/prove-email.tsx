import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { getErrorCode } from '../lib/api/messages.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'

const ProveEmailDialog = lazyDialog(
  'Confirm your e-mail',
  async () => (await import('./prove-email-dialog.tsx')).ProveEmailDialog,
)

/** Leads to the proof of the own e-mail address. */
export function ProveEmailButton(props: Pick<ButtonProps, 'display' | 'mt'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" flex="none" {...props} onClick={() => setOpen(true)}>
        Confirm e-mail
      </Button>
      {isOpen && <ProveEmailDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Beside the message of a call that needs a proven address. */
export const proveEmailAction = (error: unknown) => getErrorCode(error) === 'NOT_PROVEN' && <ProveEmailButton />
