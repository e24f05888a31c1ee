const QUOTE = 0x22
const NEWLINE = 0x0a

/** Counts the rows of a CSV file in chunks, without the header. A line break inside quotes ends no row. */
export function createCsvRowCounter() {
  let isQuoted = false
  let lines = 0
  return {
    add(chunk: Uint8Array) {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === NEWLINE && !isQuoted) lines += 1
      }
    },
    count: () => Math.max(0, lines - 1),
  }
}
