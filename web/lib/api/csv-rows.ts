const QUOTE = 0x22
const NEWLINE = 0x0a

/**
 * Counts the rows of a CSV file that comes in pieces, its head not among them. A line break inside quotes ends no row; a
 * doubled quote turns the state twice, and so not at all.
 */
export function countCsvRows() {
  let isQuoted = false
  let lines = 0
  return {
    add(piece: Uint8Array) {
      for (const byte of piece) {
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === NEWLINE && !isQuoted) lines += 1
      }
    },
    count: () => Math.max(0, lines - 1),
  }
}
