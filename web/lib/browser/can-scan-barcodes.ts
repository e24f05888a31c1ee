// Without the camera itself, which is loaded when it is used.

// The Shape Detection API, which TypeScript has no types of: https://wicg.github.io/shape-detection-api/
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}
export const findDetector = () => (window as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser reads barcodes. Browsers have a camera over https only. */
export const canScanBarcodes = () => findDetector() !== undefined && navigator.mediaDevices !== undefined
