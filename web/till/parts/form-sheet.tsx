import { type ReactNode, useId } from 'react'
import { Sheet } from './sheet.tsx'

type Props = {
  title: string
  /** What is on the button that submits. */
  action: string
  /** A button before it. */
  other?: ReactNode
  isBusy?: boolean
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A sheet with a form. */
export function FormSheet({ title, action, other, isBusy = false, onSubmit, onClose, children }: Props) {
  const id = useId()
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          {other}
          <button type="submit" form={id} className="button filled grow" disabled={isBusy}>
            {action}
          </button>
        </>
      }
    >
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {children}
      </form>
    </Sheet>
  )
}
