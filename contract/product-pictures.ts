import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Id } from './shared/fields.ts'

/** Why a picture is rejected. Each has the code PICTURE_REFUSED, except a body that is too large to be read. */
export const pictureErrors = {
  kind: { status: 415, message: 'Use a JPEG, PNG or WebP picture.' },
  size: { status: 413, message: 'A picture is at most 5 MB.' },
  pixels: { status: 422, message: 'This picture has too many pixels. Use a JPEG of at most 50 megapixels.' },
  sides: { status: 422, message: 'A picture is at most 20,000 pixels wide and 20,000 pixels high.' },
  broken: { status: 422, message: 'Could not read this picture. Use another one.' },
} as const

const Picture = z.union([z.file().mime('image/jpeg'), z.file().mime('image/png'), z.file().mime('image/webp')])

const route = oc.errors(dataErrors)

export const pictureFiles = {
  get: route
    .route({
      method: 'GET',
      path: '/products/{productid}/picture',
      summary: "A product's picture",
      description: 'An answer to a request with the picture’s name as `v` may be cached for ever.',
      tags: ['Products'],
    })
    .input(z.object({ productid: Id, size: z.literal('thumb').optional(), v: z.string().optional() }))
    .output(z.file().mime('image/webp'))
    .errors({ NOT_FOUND }),
  put: route
    .route({
      method: 'PUT',
      path: '/products/{productid}/picture',
      inputStructure: 'detailed',
      summary: "Replace a product's picture",
      description: 'The body is the file itself, at most 5 MB.',
      tags: ['Products'],
    })
    .input(z.object({ params: z.object({ productid: Id }), body: Picture }))
    .output(z.object({ picture: z.string() }))
    .errors({ NOT_FOUND, PICTURE_REFUSED: pictureErrors.broken }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/products/{productid}/picture',
      successStatus: 204,
      summary: "Remove a product's picture",
      tags: ['Products'],
    })
    .input(z.object({ productid: Id }))
    .errors({ NOT_FOUND }),
}
