import sharp from 'sharp'
import { PICTURE_PIXELS_MAX } from '../../contract/shared/constants.ts'
import { getErrorMessage } from '../../db/errors.ts'
import { createLimiter, TooBusy } from '../shared/limiter.ts'

const SIDE_MAX = 1600
const THUMB_SIDE = 160
const SECONDS = 10
/** What a telephone's largest picture takes in memory: a file of 600 kB may hold as many pixels, each four times as large. */
const DECODED_BYTES_MAX = PICTURE_PIXELS_MAX * 3

// A picture is seldom worked on twice, and there are other requests for the other core.
sharp.cache(false)
sharp.concurrency(1)

/** Each waits with up to 5 MB in its hands. */
const queued = createLimiter({ concurrency: 2, maxQueued: 20 })

export type ProcessedImage = { full: Buffer; thumb: Buffer }

/** Why a picture is refused. */
export class ImageRejected extends Error {
  readonly why: 'kind' | 'pixels' | 'broken'
  constructor(why: ImageRejected['why'], cause?: unknown) {
    super(`picture refused: ${why}`, { cause })
    this.why = why
  }
}

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** By what it begins with, whatever it is called: the decoders for anything else never see it. */
const isPicture = (bytes: Uint8Array) =>
  starts(bytes, '\xff\xd8\xff') || starts(bytes, '\x89PNG\r\n\x1a\n') || (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8))

/**
 * The picture as it is kept, and its thumbnail, both WebP: drawn anew from the pixels alone, upright, so that nothing is left of
 * where and by whom it was taken, or of what else the file had in it. Throws PictureRefused, or TooBusy.
 */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage> {
  if (!isPicture(bytes)) throw new ImageRejected('kind')
  return queued(async () => {
    const source = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' })
    try {
      const { width, height, channels, depth } = await source.metadata()
      if (width * height * channels * (depth === 'uchar' ? 1 : 2) > DECODED_BYTES_MAX) throw new ImageRejected('pixels')
      const full = await source
        .autoOrient()
        .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .timeout({ seconds: SECONDS })
        .toBuffer()
      const thumb = await sharp(full)
        .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: 'cover' })
        .webp({ quality: 80 })
        .toBuffer()
      return { full, thumb }
    } catch (error) {
      if (error instanceof ImageRejected) throw error
      if (/^timeout/.test(getErrorMessage(error))) throw new TooBusy('a picture took too long', { cause: error })
      throw new ImageRejected(/pixel limit/.test(getErrorMessage(error)) ? 'pixels' : 'broken', error)
    }
  })
}
