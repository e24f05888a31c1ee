import { z } from 'zod'

/** A column of a file, as a person sees it when matching columns with fields. */
export const FileColumn = z.object({
  title: z.string(),
  /** Null for a column that is ignored. */
  field: z.string().nullable(),
  /** The store that a column of products is of. Missing for all stores. */
  store: z.string().optional(),
  /** It may have money of the sales, and its title does not say which: a person decides it before the file is read. */
  is_asked: z.boolean().optional(),
  /** The cells of the first five rows, fewer in a shorter file. Long ones are cut. */
  cells: z.array(z.string()),
})
export type FileColumn = z.infer<typeof FileColumn>

export const MAX_COLUMNS = 200
/** Of a workbook: one for each day of a year, and some. */
export const MAX_SHEETS = 400

export const CHOSEN_TWICE = 'Choose each field for one column only.'

/**
 * The fields that a person chose, one for each column of the answer and in its order, as text for a URL: 'productname,,price'. An
 * empty place is a column that is ignored. No field can be chosen twice, unless each store may have a column.
 */
export const createChosenColumns = <Field extends string>(fields: readonly Field[], { isPerStore = false } = {}) =>
  z
    .string()
    .max(10_000)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(['', ...fields])).max(MAX_COLUMNS))
    .refine((chosen) => {
      const matched: string[] = chosen.filter((field) => field !== '')
      return isPerStore || new Set(matched).size === matched.length
    }, CHOSEN_TWICE)

/** The title of the last column of a file of lines that were not imported. A column with this title is not part of a file. */
export const REJECTED_COLUMN = 'Not imported because'
