import { Button, type ButtonProps, Loader } from '@mantine/core'
import type { Busy } from './use-busy.ts'

type Props = ButtonProps & { busy: Busy; busyText: string; children: string }

/** A submit button that is disabled and shows another text while busy. */
export function BusyButton({ busy, busyText, children, disabled, ...rest }: Props) {
  const isBusy = busy === true
  return (
    <Button
      type="submit"
      size="lg"
      {...rest}
      disabled={isBusy || disabled}
      data-busy={isBusy || undefined}
      leftSection={isBusy ? <Loader size={16} color="currentColor" aria-hidden /> : undefined}
    >
      {isBusy ? busyText : children}
    </Button>
  )
}
