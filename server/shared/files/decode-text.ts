import { countLineEnds } from './csv-records.ts'
import { type FileSource, readBeginning } from './file-source.ts'
import { InvalidFile } from './invalid-file.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh'

const REPLACEMENT_CHARACTER = '\uFFFD'
const NON_ASCII_LETTER = /[^\0-\x7f\uFFFD]/

/** UTF-8, UTF-16 (Excel's 'Unicode'), Windows-1252, or MacRoman of Excel on a Mac. Throws InvalidFile for a mixture, and for what is not text. */
export async function detectEncoding(source: FileSource): Promise<Encoding> {
  const [first, second] = await readBeginning(source, 2)
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0) return 'utf-16le'
  if (await isUtf8(source)) return 'utf-8'
  const { hasLetters, line } = await readLossy(source)
  // Western European text in Windows-1252 contains no sequence that is a letter in UTF-8.
  if (!hasLetters) return (await isMacRoman(source)) ? 'macintosh' : 'windows-1252'
  throw new InvalidFile(`Line ${line} cannot be read because it is not in UTF-8. Save the file as “CSV UTF-8”.`)
}

/** Characters beyond ASCII that are looked at: enough to tell the encodings apart. */
const CHARACTERS_COMPARED = 10_000

const listCharacters = (encoding: Encoding) => [
  ...new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
]
const ENCODINGS = { windows: listCharacters('windows-1252'), mac: listCharacters('macintosh') }

/** Whether the characters beyond ASCII are likelier where they are in MacRoman: 'Café' is 'CafŽ' in Windows-1252. */
async function isMacRoman(source: FileSource) {
  const oddities = { windows: 0, mac: 0 }
  let [compared, last] = [0, 10]
  for await (const bytes of source.read()) {
    for (const [index, byte] of bytes.entries()) {
      if (byte < 0x80) continue
      const around = [bytes[index - 1] ?? last, byte, bytes[index + 1] ?? 10]
      for (const name of ['windows', 'mac'] as const)
        if (isOdd(around.map((code) => ENCODINGS[name][code] ?? '').join(''))) oddities[name]++
      if (++compared === CHARACTERS_COMPARED) return oddities.mac < oddities.windows
    }
    last = bytes.at(-1) ?? last
  }
  return oddities.mac < oddities.windows
}

/**
 * Whether the second of three characters is odd between the others: a control character, a capital letter behind a small one, a small
 * one before a capital, a letter alone, a sign between letters, or an opening quotation mark behind a letter.
 */
const isOdd = (text: string) =>
  /^(?:.[\x80-\x9f]|\p{Ll}\p{Lu}|.\p{Ll}\p{Lu}|\P{L}\p{L}\P{L}|\p{L}[^\p{L}’'–—·-]\p{L}|\p{L}[‘“‚„])/su.test(text)

async function isUtf8(source: FileSource) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of source.read()) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** Whether a file that is not UTF-8 has letters in UTF-8, and the line of the first byte that is not. */
async function readLossy(source: FileSource) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let hasLetters = false
  let line = 1
  let isCounting = true
  let carry = ''
  for await (const bytes of source.read()) {
    const text = carry + decoder.decode(bytes, { stream: true })
    hasLetters ||= NON_ASCII_LETTER.test(text)
    // The second half of CRLF may be in the next part.
    carry = text.endsWith('\r') ? '\r' : ''
    const error = text.indexOf(REPLACEMENT_CHARACTER)
    if (isCounting) line += countLineEnds(text, 0, error === -1 ? text.length - carry.length : error)
    if (error !== -1) isCounting = false
  }
  return { hasLetters, line }
}

/** The text of a file in parts. Throws InvalidFile for NUL: pictures and programs have it, text has none. */
export async function* decodeText(source: FileSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of source.read()) {
    const text = decoder.decode(bytes, { stream: true })
    if (text.includes('\0')) throw new InvalidFile('This file is not a CSV.')
    yield text
  }
  yield decoder.decode()
}
