import { pictureErrors } from '../../contract/product-pictures.ts'
import { IMPORT_MAX_BYTES, JSON_MAX_BYTES, PICTURE_MAX_BYTES, SALES_IMPORT_MAX_BYTES } from '../../contract/shared/constants.ts'
import { XLSX_TYPE } from '../../contract/shared/fields.ts'

/** What a call's body may be. */
type Body = {
  /** Never a type that a form of another site could send: a form's own, or text/plain. */
  type: RegExp
  wanted: string
  max: number
  tooLarge: string
  /** Read in parts by its route, so it must say its length in advance: any other body is in memory before its call begins. */
  isStreamed?: boolean
}

const JSON_BODY: Body = {
  type: /^application\/json$/,
  wanted: 'Send JSON, with Content-Type: application/json.',
  max: JSON_MAX_BYTES,
  tooLarge: 'A request is at most 2 MiB.',
}

const PICTURE: Body = {
  type: /^image\/[\w.+-]+$/,
  wanted: 'Send the picture itself, with Content-Type: image/jpeg, image/png or image/webp.',
  max: PICTURE_MAX_BYTES,
  tooLarge: pictureErrors.size.message,
}

const IMPORT: Body = {
  type: new RegExp(`^(?:text/csv|${XLSX_TYPE.replaceAll('.', '\\.')})$`),
  wanted: `Send the file itself, with Content-Type: text/csv, or ${XLSX_TYPE} for an Excel workbook.`,
  max: IMPORT_MAX_BYTES,
  tooLarge: 'A file is at most 8 MB.',
  isStreamed: true,
}

const SALES_IMPORT: Body = {
  ...IMPORT,
  max: SALES_IMPORT_MAX_BYTES,
  tooLarge: 'A file has at most 64 MB. Split it, for example by year.',
}

const BROWSER_ERROR: Body = { ...JSON_BODY, max: 16 * 1024, tooLarge: 'A report is at most 16 KiB.' }

const RULES: [RegExp, Body][] = [
  [/^\/api\/browser-errors$/, BROWSER_ERROR],
  [/^\/api\/v1\/products\/\d+\/picture$/, PICTURE],
  [/^\/api\/v1\/(?:products|employees)\/imports(?:\/rejected\.csv)?$/, IMPORT],
  [/^\/api\/v1\/sales\/imports(?:\/rejected\.csv)?$/, SALES_IMPORT],
]

/** JSON, but for the few calls that take a file. A report of a browser is short. */
export const findBodyRule = (path: string): Body => RULES.find(([pattern]) => pattern.test(path))?.[1] ?? JSON_BODY
