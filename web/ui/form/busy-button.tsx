import { Button, type ButtonProps, Loader } from '@mantine/core'

type Props = ButtonProps & { busy: boolean; busyText: string; children: string }

/** A submit button that is disabled and shows another text while busy. */
export function BusyButton({ busy, busyText, children, disabled, ...rest }: Props) {
  return (
    <Button
      type="submit"
      size="lg"
      {...rest}
      disabled={busy || disabled}
      data-busy={busy || undefined}
      leftSection={busy ? <Loader size={16} color="currentColor" aria-hidden /> : undefined}
    >
      {busy ? busyText : children}
    </Button>
  )
}
