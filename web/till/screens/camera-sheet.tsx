import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ScanFailure, scanBarcode } from '../../lib/browser/scan-barcode.ts'
import { logFault } from '../log-fault.ts'
import { Sheet } from '../parts/sheet.tsx'

/** The picture of the camera, until it sees a barcode. */
export function CameraSheet({ onScan, onClose }: { onScan: (barcode: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState('')
  const onFound = useEffectEvent(onScan)
  useEffect(() => {
    if (!video.current) return
    const leaving = new AbortController()
    scanBarcode(video.current, leaving.signal).then(onFound, (error: unknown) => {
      if (leaving.signal.aborted) return
      logFault(error)
      setFailure(error instanceof ScanFailure ? error.message : 'Could not start the camera.')
    })
    return () => leaving.abort()
  }, [])
  return (
    <Sheet title="Scan with the camera" onClose={onClose}>
      {failure ? (
        <p className="error" role="alert">
          {failure}
        </p>
      ) : (
        <video ref={video} className="camera" aria-label="Picture of the camera" muted playsInline />
      )}
    </Sheet>
  )
}
