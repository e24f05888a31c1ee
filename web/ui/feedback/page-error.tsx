import { Box, Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { getErrorMessage, NO_CONNECTION, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { reportError } from '../../lib/api/report-error.ts'
import { Notice } from './notice.tsx'

/** In place of a screen that failed to load. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => {
    console.error(error)
    reportError(error)
  }, [error])
  useWindowEvent('online', () => void router.invalidate())
  return (
    <Box className="stack" maw={480} w="100%">
      <h1>This page could not be loaded</h1>
      <Notice
        kind="error"
        action={
          <Button variant="default" size="xs" onClick={() => router.invalidate()}>
            Try again
          </Button>
        }
      >
        {getErrorMessage(error, navigator.onLine ? SOMETHING_WRONG : NO_CONNECTION)}
      </Notice>
    </Box>
  )
}

/** The same without the shell, when the session could not be loaded. */
export const WholePageError = (props: ErrorComponentProps) => (
  <Box component="main" className="stack" mih="100dvh" p="md" style={{ placeItems: 'center' }}>
    <PageError {...props} />
  </Box>
)
