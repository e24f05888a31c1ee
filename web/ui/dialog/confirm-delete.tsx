import type { ComponentProps } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'onConfirm' | 'onClose' | 'failure'> & {
  /** 'Delete site Sandton?' */
  question: string
}

export const ConfirmDelete = ({ question, ...props }: Props) => (
  <ConfirmDialog title="Confirm delete" subtitle="This action cannot be undone." action="Delete" isDanger {...props}>
    {question}
  </ConfirmDialog>
)
