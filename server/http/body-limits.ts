import { pictureErrors } from '../../contract/products.ts'
import { IMPORT_MAX_BYTES, PICTURE_MAX_BYTES } from '../../contract/shared/constants.ts'

/** What a call's body may be. */
type Body = {
  /** Never a type that a form of another site could send: a form's own, or text/plain. */
  type: RegExp
  wanted: string
  max: number
  tooLarge: string
}

const JSON_BODY: Body = {
  type: /^application\/json$/,
  wanted: 'Send JSON, with Content-Type: application/json.',
  max: 2 * 1024 * 1024,
  tooLarge: 'A request is at most 2 MiB.',
}

const PICTURE: Body = {
  type: /^image\/[\w.+-]+$/,
  wanted: 'Send the picture itself, with Content-Type: image/jpeg, image/png or image/webp.',
  max: PICTURE_MAX_BYTES,
  tooLarge: pictureErrors.size.message,
}

const IMPORT: Body = {
  type: /^text\/csv$/,
  wanted: 'Send the file itself, with Content-Type: text/csv.',
  max: IMPORT_MAX_BYTES,
  tooLarge: 'A file is at most 8 MB.',
}

const FILES: [RegExp, Body][] = [
  [/^\/api\/v1\/products\/\d+\/picture$/, PICTURE],
  [/^\/api\/v1\/products\/imports$/, IMPORT],
]

/** JSON, but for the few calls that take a file. */
export const findBodyRule = (path: string): Body => FILES.find(([pattern]) => pattern.test(path))?.[1] ?? JSON_BODY
