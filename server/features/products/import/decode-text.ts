import { countLineEnds, InvalidFile } from './csv-records.ts'

/** Decodes UTF-8, UTF-16 (Excel's 'Unicode') or Windows-1252. Throws InvalidFile for a mixture or for what is not text. */
export function decodeText(bytes: Uint8Array) {
  const text = decode(bytes)
  // Pictures and workbooks have NUL characters, text has none.
  if (text.includes('\0')) throw new InvalidFile('This file is not a CSV.')
  return text
}

function decode(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    // Western European text in Windows-1252 contains no sequence that is a letter in UTF-8.
    if (!NON_ASCII_LETTER.test(lossy)) return new TextDecoder('windows-1252').decode(bytes)
    const line = 1 + countLineEnds(lossy, 0, lossy.indexOf(REPLACEMENT_CHARACTER))
    throw new InvalidFile(`Line ${line} cannot be read because it is not in UTF-8. Save the file as “CSV UTF-8”.`)
  }
}

const REPLACEMENT_CHARACTER = '\uFFFD'
const NON_ASCII_LETTER = /[^\0-\x7f\uFFFD]/
