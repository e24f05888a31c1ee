import { oc } from '@orpc/contract'
import { z } from 'zod'
import { createChosenColumns, FileColumn, MAX_SHEETS } from './columns/file-column.ts'
import { dataErrors, LENGTH_REQUIRED, NO_SITE } from './shared/errors.ts'
import { CsvFile, Id, ImportFile, Text } from './shared/fields.ts'

// An import is two calls: the preview takes the file and stores nothing that a list shows, the confirmation does what the preview
// showed. The previews of all imports are the same call, each with its own search and its own preview.

export const NAMES_MAX = 50

/** JSON in a URL. */
export const json = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .max(8_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'This is not JSON.' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const ImportName = Text.min(1).max(200)

/** Ids by the names that a file has. */
export const IdsByName = json(z.record(ImportName, Id).refine((names) => Object.keys(names).length <= NAMES_MAX))

/** A sheet of a workbook that has rows. */
export const ImportSheet = z.object({
  name: z.string(),
  /** Those with a value, titles among them. */
  rows: z.number().int(),
  /** Of the rows, those that a filter or a person hides. They are read too. */
  hidden_rows: z.number().int(),
  /** It is read only when it is chosen by its name. */
  is_hidden: z.boolean(),
  is_chosen: z.boolean(),
  /** Sheets with the same number have the same titles, and can be read together. */
  shape: z.number().int(),
})
export type ImportSheet = z.infer<typeof ImportSheet>

/** Where a row ends in the file: the first line is 1. With several sheets of a workbook, the row of one of them. */
export const FileLine = z.object({ line: z.number().int(), sheet: z.string().optional() })

/** How a file is to be read. An import of sales asks for more. */
export const createImportSearch = <Field extends string>(fields: readonly Field[], options: { isPerStore?: boolean } = {}) =>
  z.strictObject({
    /** Of the rows without a site. */
    siteid: z.coerce.number().pipe(Id),
    /** What a person chose for the columns. It is kept for the next file with the same titles. */
    columns: createChosenColumns(fields, options).optional(),
    /** The names of the sheets of a workbook to read, as JSON. */
    sheets: json(z.array(z.string()).min(1).max(MAX_SHEETS)).optional(),
    /** Of the answer of an earlier preview of this file: the server has the file, and the body stays empty. */
    uploadid: z.uuid().optional(),
  })

export const createImportAnswer = <Preview extends z.ZodType>(preview: Preview) =>
  z.object({
    /** The server keeps the file for an hour, so that it can be read in another way. */
    uploadid: z.uuid(),
    /** All columns of the file. */
    columns: z.array(FileColumn),
    /** As in 'This is Square's export of items.' Missing for a file of no known program. */
    made_by: z.string().optional(),
    /** Of a workbook, the visible ones first. Missing for a CSV file. */
    sheets: z.array(ImportSheet).optional(),
    /** What importing the file would do. Null while a column that is needed is not matched. Nothing else was read then. */
    preview: preview.nullable(),
  })

export type ImportAnswer<Preview> = {
  uploadid: string
  columns: FileColumn[]
  made_by?: string | undefined
  sheets?: ImportSheet[] | undefined
  preview: Preview | null
}

export const fileErrors = {
  NO_SITE,
  LENGTH_REQUIRED,
  /** The message says what is wrong with the file. */
  FILE_REFUSED: { status: 422, message: 'This file cannot be read.' },
  /** Deleted, or another server has it. */
  UPLOAD_GONE: { status: 410, message: 'The server no longer has this file. Send it again.' },
} as const

const route = oc.errors(dataErrors)

type Calls<Search, Preview> = {
  path: `/${string}`
  tag: string
  /** 'What an import of products would do; writes no product'. */
  summary: string
  /** '8 MB'. */
  max: string
  search: Search
  preview: Preview
}

/** The calls of an import that carry a file. */
export const createImportCalls = <Search extends z.ZodObject, Preview extends z.ZodType>({
  path,
  tag,
  summary,
  max,
  search,
  preview,
}: Calls<Search, Preview>) => {
  const input = z.object({ query: search, body: ImportFile.optional() })
  const call = { method: 'POST', inputStructure: 'detailed', tags: [tag] } as const
  return {
    preview: route
      .route({
        ...call,
        path,
        summary,
        description: `The body is the file itself, CSV or an Excel workbook, at most ${max}, perhaps with Content-Encoding: gzip. With \`uploadid\` of an earlier answer there is no body. Rows without a site are for the site \`siteid\`. Without \`columns\`, the titles of the file decide which column is which field, or what a person chose for an earlier file with the same titles. \`columns\` has a field or nothing for each column, as in \`productname,,price\`. Of a workbook, \`sheets\` names the sheets to read, which have the same titles; without it, the visible sheets with the most known titles are read.`,
      })
      .input(input)
      .output(createImportAnswer(preview))
      .errors(fileErrors),
    rejected: route
      .route({
        ...call,
        path: `${path}/rejected.csv`,
        summary: 'The rows of a file that an import would not import, with the reasons, as CSV',
        description:
          'Takes what the preview takes. The file can be corrected and imported: the column of the reasons is ignored. In a file of sales, a receipt with a row that cannot be read is there with all its rows.',
      })
      .input(input)
      .output(CsvFile)
      .errors(fileErrors),
  }
}

export const createTemplateCall = (path: `/${string}`, tag: string) =>
  route
    .route({
      method: 'GET',
      path: `${path}/template.csv`,
      summary: 'A CSV file with the column titles of an import',
      tags: [tag],
    })
    .output(CsvFile)

export const importFiles = {
  removeUpload: route
    .route({
      method: 'DELETE',
      path: '/imports/uploads/{uploadid}',
      successStatus: 204,
      summary: 'Delete the file of a preview',
      description: 'The server does so by itself after an hour.',
      tags: ['Products', 'Sales', 'Employees'],
    })
    .input(z.object({ uploadid: z.string() })),
}
