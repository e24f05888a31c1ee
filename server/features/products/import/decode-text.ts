import { countLineEnds, InvalidFile } from './csv-records.ts'

/** A file's text: UTF-8, UTF-16 as Excel calls Unicode, or Windows-1252. Throws FileRefused where it is none, or two of them. */
export function decodeText(bytes: Uint8Array) {
  const text = decode(bytes)
  // No text has it; pictures and workbooks do.
  if (text.includes('\0')) throw new InvalidFile('This file is not a CSV.')
  return text
}

function decode(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const inPart = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    // What a Windows program wrote in the letters of western Europe has none that happens to be one of UTF-8.
    if (!LETTER_OF_UTF_8.test(inPart)) return new TextDecoder('windows-1252').decode(bytes)
    const line = 1 + countLineEnds(inPart, 0, inPart.indexOf(UNREADABLE))
    throw new InvalidFile(`Line ${line} cannot be read because it is not in UTF-8. Save the file as “CSV UTF-8”.`)
  }
}

const UNREADABLE = '\uFFFD'
const LETTER_OF_UTF_8 = /[^\0-\x7f\uFFFD]/
