import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { pluralize } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { downloadRejected, type ImportSource } from './import-calls.ts'
import classes from './import-lines.module.css'

const FAILED = 'The lines could not be downloaded. Please try again.'

/** Saves the lines that cannot be imported, with the reasons, as a file to fix and import again. */
export function RejectedDownload({ source, rejected }: { source: ImportSource; rejected: number }) {
  const [state, setState] = useState<{ busy: boolean; failure?: string }>({ busy: false })

  const save = async () => {
    setState({ busy: true })
    try {
      await downloadRejected(source)
      setState({ busy: false })
    } catch (error) {
      console.error(error)
      setState({ busy: false, failure: getErrorMessage(error, FAILED) })
    }
  }

  return (
    <>
      {state.failure && <Notice kind="error">{state.failure}</Notice>}
      <div className={classes.download}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-disabled={state.busy}
          onClick={() => !state.busy && save()}
        >
          Download {pluralize(rejected, 'line')} to fix
        </Button>
      </div>
    </>
  )
}
