import type { SaleField } from '../../../../contract/columns/import-fields.ts'

/** `line` is where the row ends in the file; the titles are line 1. */
export type FileRow = {
  line: number
  cells: Partial<Record<SaleField, string>>
  /** What the row is called that is a sum of others. */
  sumLabel?: string | undefined
  /** Why the row cannot be read. The cells that are to blame are empty. */
  problem?: string | undefined
}

const MAX_TEXT = 200

/** A copy: a part of a string keeps the whole string in memory, which is that of many rows. */
export const shortenText = (cell = '') => Buffer.from(cell.trim().slice(0, MAX_TEXT), 'utf16le').toString('utf16le')
