import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconLink } from '@tabler/icons-react'

/** Copies the URL of a sale, without the filters of the list. Browsers have a clipboard over https only. */
export function CopyLink({ saleid }: { saleid: number }) {
  const { copied, copy } = useClipboard()
  const Icon = copied ? IconCheck : IconLink
  if (!navigator.clipboard) return null
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      aria-live="polite"
      onClick={() => copy(`${location.origin}/sales?sale=${saleid}`)}
    >
      {copied ? 'Link copied' : 'Copy link'}
    </Button>
  )
}
