import { type ComponentProps, type ReactNode, useState } from 'react'
import classes from './file-drop.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  className?: string
  /** The content is a few lines. */
  large?: boolean
  onChoose: (file: File) => void
  /** The visible content. */
  children: ReactNode
}

/** A frame for one file: chosen by a click, taken with the camera of a phone, or dropped on it. */
export function FileDrop({ className = '', large = false, onChoose, children, ...input }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={`${classes.frame} ${className}`}
      data-large={large || undefined}
      data-over={isOver || undefined}
      data-error={input['aria-invalid'] ? true : undefined}
    >
      <input
        {...input}
        type="file"
        className={classes.input}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) onChoose(file)
          event.currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      {children}
    </div>
  )
}

/** Text that is hidden on touch screens, where nothing can be dropped. */
export const DropHint = ({ children }: { children: string }) => <span className={classes.dropHint}>{children}</span>
