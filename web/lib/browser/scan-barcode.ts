import { type Detector, findDetector } from './can-scan-barcodes.ts'
import { delay } from './delay.ts'

/** Those of goods. Square codes hold web addresses and the like. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'codabar']

const NEXT_LOOK_MS = 120

/** Why the camera cannot scan, in words. */
export class ScanFailure extends Error {}

/**
 * Shows the camera at the back in `video` until it sees a barcode, and returns it. The camera is off when it ends, fails or is aborted;
 * an aborted scan never ends.
 */
export async function scanBarcode(video: HTMLVideoElement, signal: AbortSignal): Promise<string> {
  const detector = await createDetector()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }).catch(explain)
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  try {
    video.srcObject = stream
    void video.play().catch(() => {}) // aborted
    while (!signal.aborted) {
      if (stream.getTracks().some(({ readyState }) => readyState === 'ended')) throw new ScanFailure('The camera was stopped.')
      const [found] = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA ? await detector.detect(video) : []
      if (found?.rawValue && !signal.aborted) return found.rawValue
      await delay(NEXT_LOOK_MS, signal)
    }
  } finally {
    stop()
  }
  return new Promise(() => {})
}

/** That of the browser, or a library where there is none or where it knows no barcodes of goods. */
async function createDetector(): Promise<Detector> {
  const Detector = findDetector()
  const supported = (await Detector?.getSupportedFormats()) ?? []
  const formats = FORMATS.filter((format) => supported.includes(format))
  if (Detector && formats.length > 0) return new Detector({ formats })
  const { createZxingDetector } = await import('./zxing-detector.ts').catch((cause: unknown) => {
    throw new ScanFailure('Could not load this. Is there a network?', { cause })
  })
  return createZxingDetector()
}

/** By the name of the error: https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
const REASONS: Record<string, string> = {
  NotAllowedError: 'Camera blocked. Allow it in your browser settings for this page, then try again.',
  NotFoundError: 'This device has no camera.',
  OverconstrainedError: 'This device has no camera.',
  NotReadableError: 'The camera is in use. Close the other app, then try again.',
}

function explain(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  throw new ScanFailure(REASONS[name] ?? 'Could not start the camera.', { cause })
}
