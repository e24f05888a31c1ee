import BarcodeFormat from '@zxing/library/esm/core/BarcodeFormat'
import BinaryBitmap from '@zxing/library/esm/core/BinaryBitmap'
import HybridBinarizer from '@zxing/library/esm/core/common/HybridBinarizer'
import DecodeHintType from '@zxing/library/esm/core/DecodeHintType'
import MultiFormatOneDReader from '@zxing/library/esm/core/oned/MultiFormatOneDReader'
import RGBLuminanceSource from '@zxing/library/esm/core/RGBLuminanceSource'
import type { Detector } from './can-scan-barcodes.ts'

// Only what reads lines, file by file: the whole package has three times the weight.

/** A picture of the camera has more than a reader needs. */
const LARGEST_PX = 1024

const FORMATS = [
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.UPC_E,
  BarcodeFormat.CODE_128,
  BarcodeFormat.CODE_39,
  BarcodeFormat.ITF,
  BarcodeFormat.CODABAR,
]

/** Reads barcodes as the BarcodeDetector of browsers does that have one. Firefox and Safari have none. */
export function createZxingDetector(): Detector {
  const hints = new Map<DecodeHintType, unknown>([
    [DecodeHintType.POSSIBLE_FORMATS, FORMATS],
    [DecodeHintType.TRY_HARDER, true],
  ])
  const reader = new MultiFormatOneDReader(hints)
  const canvas = document.createElement('canvas')
  let isUpright = false
  let last = ''

  return {
    async detect(video) {
      // Lines are read from left to right: every second picture is turned.
      isUpright = !isUpright
      const { luminances, width, height } = readPicture(canvas, video, isUpright)
      const bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(luminances, width, height)))
      const text = decode(reader, bitmap, hints)
      if (text === '') return []
      // Formats without a check digit are misread in a blurred picture: the same text has to be seen twice.
      const isSame = text === last
      last = text
      return isSame ? [{ rawValue: text }] : []
    },
  }
}

function decode(reader: MultiFormatOneDReader, bitmap: BinaryBitmap, hints: Map<DecodeHintType, unknown>) {
  try {
    return reader.decode(bitmap, hints).getText()
  } catch {
    return '' // a picture without a barcode is an error of its own for the library
  }
}

/** The brightness of each pixel. */
function readPicture(canvas: HTMLCanvasElement, video: HTMLVideoElement, isUpright: boolean) {
  const scale = Math.min(1, LARGEST_PX / Math.max(video.videoWidth, video.videoHeight))
  const [long, short] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
  const [width, height] = isUpright ? [long, short] : [short, long]
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas.')
  if (!isUpright) {
    context.translate(width, 0)
    context.rotate(Math.PI / 2)
  }
  context.drawImage(video, 0, 0, long, short)
  const { data } = context.getImageData(0, 0, width, height)
  const luminances = new Uint8ClampedArray(width * height)
  for (let pixel = 0; pixel < luminances.length; pixel++) {
    const red = pixel * 4
    luminances[pixel] = ((data[red] ?? 0) + 2 * (data[red + 1] ?? 0) + (data[red + 2] ?? 0)) / 4
  }
  return { luminances, width, height }
}
