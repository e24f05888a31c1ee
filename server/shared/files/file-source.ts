/** The content of a file that is read more than once. */
export type FileSource = {
  /** From the beginning, each time it is called. */
  read: () => AsyncIterable<Uint8Array>
}

/** A sheet of a workbook, as CSV in UTF-8, separated by commas. Every line is the row of the sheet with the same number. */
export type Sheet = FileSource & {
  name: string
  isHidden: boolean
  /** Those with a value. */
  rows: number
  /** Of the rows, those that a filter or a person hides. */
  hiddenRows: number
  /** Why the sheet cannot be read, as a message. */
  problem?: string
}

/** A CSV file, or the sheets of a workbook. */
export type ReceivedFile = FileSource | { sheets: Sheet[] }

/** The first bytes of a file, at most as many. */
export async function readBeginning({ read }: FileSource, length: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of read()) {
    parts.push(part)
    size += part.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}
