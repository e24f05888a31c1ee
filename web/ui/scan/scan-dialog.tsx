import { Box, Button } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { ScanFailure, scanBarcode } from '../../lib/browser/scan-barcode.ts'
import { CloseDialogButton, Dialog } from '../dialog/dialog.tsx'
import { Notice } from '../feedback/notice.tsx'

type Props = { onScan: (barcode: string) => void; onClose: () => void }

/** The picture of the camera, which is off when the dialog is closed and while the page is hidden. */
export function ScanDialog({ onScan, onClose }: Props) {
  // Not a ref: a dialog draws its content after the effects of its first render.
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isVisible = useDocumentVisibility() === 'visible'
  const isOn = isVisible && failure === null
  const onFound = useEffectEvent(onScan)

  useEffect(() => {
    if (!isOn || !video) return
    const leaving = new AbortController()
    scanBarcode(video, leaving.signal).then(onFound, (error: unknown) => {
      if (leaving.signal.aborted) return
      console.error(error)
      setFailure(error instanceof ScanFailure ? error.message : 'Could not start the camera.')
    })
    return () => leaving.abort()
  }, [isOn, video])

  return (
    <Dialog
      title="Scan barcode"
      subtitle="Hold the barcode in front of the camera"
      width={440}
      onClose={onClose}
      footer={
        <>
          <CloseDialogButton />
          {failure && <Button onClick={() => setFailure(null)}>Try again</Button>}
        </>
      }
    >
      {failure ? (
        <Notice kind="error">{failure}</Notice>
      ) : (
        <Box
          component="video"
          ref={setVideo}
          aria-label="Picture of the camera"
          w="100%"
          bdrs="lg"
          bg="var(--soft)"
          style={{ display: 'block', aspectRatio: '4 / 3', objectFit: 'cover' }}
          muted
          playsInline
        />
      )}
    </Dialog>
  )
}
