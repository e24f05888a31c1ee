// Without the camera itself, which is loaded when it is used.

// The Shape Detection API, which TypeScript has no types of: https://wicg.github.io/shape-detection-api/
export type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}
export const findDetector = () => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/**
 * Whether this device reads barcodes with its camera: by the browser, or on a phone or tablet by a library. Browsers have a camera over https
 * only. A desk has a camera that looks at the person.
 */
export const canScanBarcodes = () =>
  navigator.mediaDevices !== undefined && (findDetector() !== undefined || matchMedia('(pointer: coarse)').matches)
