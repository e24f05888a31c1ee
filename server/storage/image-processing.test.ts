import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { PICTURE_MAX_BYTES, PICTURE_PIXELS_MAX } from '../../contract/shared/constants.ts'
import { processImage } from './image-processing.ts'

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'red' } })
const pixel = async (picture: Buffer, left: number, top: number) => [
  ...(await sharp(picture).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

describe('picture', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('of type %s becomes a WebP and a square thumbnail', async (kind) => {
    const { full, thumb } = await processImage(await red(300, 200).toFormat(kind).toBuffer())
    expect(await sharp(full).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 })
  })

  test('is scaled down to the largest size of a screen, and never up', async () => {
    const { full } = await processImage(await red(8000, 6000).jpeg().toBuffer()) // the largest photo of a phone
    expect(await sharp(full).metadata()).toMatchObject({ width: 1600, height: 1200 })
  })

  test('is rotated by its EXIF orientation, and its location is removed', async () => {
    const left = await sharp({ create: { width: 100, height: 200, channels: 3, background: 'blue' } })
      .png()
      .toBuffer()
    const sideways = await red(200, 200)
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'Thandi' }, IFD3: { GPSLatitude: '26/1 6/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect((await sharp(sideways).metadata()).orientation).toBe(6)
    const { full } = await processImage(sideways)
    const [r = 0, , b = 0] = await pixel(full, 100, 30) // rotated to the right: the left side is now at the top
    expect(b).toBeGreaterThan(r)
    const { exif, xmp, icc, orientation } = await sharp(full).metadata()
    expect({ exif, xmp, icc, orientation }).toEqual({})
  })

  test('keeps transparency', async () => {
    const { full } = await processImage(
      await sharp({ create: { width: 10, height: 10, channels: 4, background: '#00000000' } })
        .png()
        .toBuffer(),
    )
    expect((await sharp(full).metadata()).hasAlpha).toBe(true)
  })
})

describe('invalid picture', () => {
  test.each([
    ['text', Buffer.from('GIF89a or so')],
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a file with the first bytes of a WAV', Buffer.from('RIFF....WAVE')],
  ])('is refused: %s', async (_what, bytes) => {
    await expect(processImage(bytes)).rejects.toMatchObject({ why: 'kind' })
  })

  test('is refused: a TIFF or a GIF', async () => {
    for (const kind of ['tiff', 'gif'] as const)
      await expect(processImage(await red(9, 9).toFormat(kind).toBuffer())).rejects.toMatchObject({ why: 'kind' })
  })

  test('is refused: a truncated file', async () => {
    const whole = await red(300, 200).png().toBuffer()
    await expect(processImage(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ why: 'broken' })
    await expect(processImage(Buffer.from('\xff\xd8\xff<script>', 'latin1'))).rejects.toMatchObject({ why: 'broken' })
  })

  test('is refused: a small file with too many pixels', async () => {
    // One byte a pixel, so that it is not refused for its memory.
    const bomb = await red(10_000, PICTURE_PIXELS_MAX / 10_000 + 1)
      .toColourspace('b-w')
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    await expect(processImage(bomb)).rejects.toMatchObject({ why: 'pixels' })
  })

  test.each([
    [20_001, 1],
    [1, 20_001],
  ])('is refused with a side of more than 20,000 pixels: %i by %i', async (width, height) => {
    await expect(processImage(await red(width, height).png().toBuffer())).rejects.toMatchObject({ why: 'sides' })
    await expect(
      processImage(await red(Math.min(width, 20_000), Math.min(height, 20_000)).png().toBuffer()),
    ).resolves.toBeDefined()
  })

  test('is refused with 16 bits a channel when it would need too much memory, unlike a photo of as many pixels', async () => {
    const large = { width: 5000, height: 4000 }
    const deep = await sharp({ create: { ...large, channels: 4, background: 'red' } })
      .toColourspace('rgb16')
      .png()
      .toBuffer()
    expect(deep.length).toBeLessThan(PICTURE_MAX_BYTES)
    await expect(processImage(deep)).rejects.toMatchObject({ why: 'pixels' })
    const { full } = await processImage(await red(large.width, large.height).jpeg().toBuffer())
    expect(await sharp(full).metadata()).toMatchObject({ width: 1600, height: 1280 })
  })
})
