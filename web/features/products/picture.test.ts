import { expect, test } from 'vitest'
import { PICTURE_MAX_BYTES } from '../../../contract/shared/constants.ts'
import { findPictureError, getPictureUrl } from './picture.ts'

test('picture: is a JPEG, PNG or WebP of at most 5 MB', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp'])
    expect(findPictureError({ type, size: PICTURE_MAX_BYTES })).toBeUndefined()
  for (const type of ['image/gif', 'image/svg+xml', 'application/pdf', ''])
    expect(findPictureError({ type, size: 1 })).toBe('Use a JPEG, PNG or WebP picture.')
  expect(findPictureError({ type: 'image/png', size: PICTURE_MAX_BYTES + 1 })).toBe('A picture is at most 5 MB.')
})

test('picture: its URL contains its name', () => {
  expect(getPictureUrl({ productid: 7 })).toBe('/api/v1/products/7/picture')
  expect(getPictureUrl({ productid: 7, picture: 'ab12', size: 'thumb' })).toBe('/api/v1/products/7/picture?size=thumb&v=ab12')
})
