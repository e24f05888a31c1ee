/** The content of a file that is read more than once. */
export type FileSource = {
  /** From the beginning, each time it is called. */
  read: () => AsyncIterable<Uint8Array>
  /** Of a CSV file that was made from a workbook. */
  delimiter?: string
}

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
