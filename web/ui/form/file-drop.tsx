import { type ComponentProps, type ReactNode, useState } from 'react'
import classes from './file-drop.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  className?: string | undefined
  onChoose: (file: File) => void
  /** What is seen of it. */
  children: ReactNode
}

/** A frame that takes one file: chosen by a click, taken by a phone's camera, or dropped on it. */
export function FileDrop({ className, onChoose, children, ...input }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={`${classes.frame} ${className}`}
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
          event.currentTarget.value = '' // or the same file could not be chosen again
        }}
      />
      {children}
    </div>
  )
}

/** Words for those who have a mouse: a finger drops nothing. */
export const DropTarget = ({ children }: { children: string }) => <span className={classes.dropped}>{children}</span>
