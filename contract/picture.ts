/** Why a product's picture is refused; each with the code PICTURE_REFUSED, but for a body that is too large to be read at all. */
export const pictureErrors = {
  kind: { status: 415, message: 'Use a JPEG, PNG or WebP picture.' },
  size: { status: 413, message: 'A picture is at most 5 MB.' },
  pixels: { status: 422, message: 'This picture has too many pixels. Use a JPEG of at most 50 megapixels.' },
  broken: { status: 422, message: 'This picture cannot be read. Use another one.' },
} as const
