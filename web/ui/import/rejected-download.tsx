import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'

const FAILED = 'The lines could not be downloaded. Please try again.'

type Props = { label: string; onDownload: () => Promise<void> }

/** Saves the lines that cannot be imported, with the reasons, as a file to fix and import again. */
export function RejectedDownload({ label, onDownload }: Props) {
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })

  const save = async () => {
    setState({ busy: true })
    try {
      await onDownload()
      setState({ busy: false })
    } catch (error) {
      console.error(error)
      setState({ busy: false, failure: getErrorMessage(error, FAILED) })
    }
  }

  return (
    <>
      {state.failure && <Notice kind="error">{state.failure}</Notice>}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-disabled={state.busy}
          onClick={() => !state.busy && save()}
        >
          {label}
        </Button>
      </div>
    </>
  )
}
