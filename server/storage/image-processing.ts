import sharp from 'sharp'
import { PICTURE_PIXELS_MAX } from '../../contract/shared/constants.ts'
import { createLimiter } from '../../db/connection/limiter.ts'
import { getErrorMessage, TooBusy } from '../../db/errors.ts'

const SIDE_MAX = 1600
const THUMB_SIDE = 160
/** Longer than a panorama of a phone. A picture of one pixel by millions takes seconds to scale. */
const SOURCE_SIDE_MAX = 20_000
const SECONDS = 10
/** The memory for the largest picture of a phone. A small file can decode to four times as much per pixel. */
const DECODED_BYTES_MAX = PICTURE_PIXELS_MAX * 3

// A picture is rarely processed twice, and other requests need the other cores.
sharp.cache(false)
sharp.concurrency(1)

/** Each queued picture holds up to 5 MB. */
const processing = createLimiter({ concurrency: 2, maxQueued: 20, toError: () => new TooBusy('the queue of pictures is full') })

export type ProcessedImage = { full: Buffer; thumb: Buffer }

export class ImageRejected extends Error {
  readonly why: 'kind' | 'sides' | 'pixels' | 'broken'
  constructor(why: ImageRejected['why'], cause?: unknown) {
    super(`picture refused: ${why}`, { cause })
    this.why = why
  }
}

const starts = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0))

/** Checks the first bytes, not the name or type, so that other decoders never read the file. */
const isPicture = (bytes: Uint8Array) =>
  starts(bytes, '\xff\xd8\xff') || starts(bytes, '\x89PNG\r\n\x1a\n') || (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8))

/**
 * Encodes the picture and its thumbnail as WebP from the pixels alone, upright, so that no metadata such as the place or the
 * photographer remains. Throws ImageRejected or TooBusy.
 */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage> {
  if (!isPicture(bytes)) throw new ImageRejected('kind')
  return processing.run('all', async () => {
    const source = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' })
    try {
      const { width, height, channels, depth } = await source.metadata()
      if (Math.max(width, height) > SOURCE_SIDE_MAX) throw new ImageRejected('sides')
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
