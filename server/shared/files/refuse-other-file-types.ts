import { type FileSource, readBeginning } from './file-source.ts'
import { InvalidFile } from './invalid-file.ts'

const SAVE_AS = 'Open it in Excel or Google Sheets and save it as “CSV UTF-8”.'

const TYPES: { begins: string[] | RegExp; message: string }[] = [
  { begins: ['\xd0\xcf\x11\xe0'], message: `This Excel workbook is old or protected by a password. ${SAVE_AS}` },
  { begins: ['%PDF'], message: 'This is a PDF. Export the data as CSV instead.' },
  { begins: ['{\\rtf'], message: 'This is a text document. Export the data as CSV instead.' },
  { begins: ['\x89PNG', '\xff\xd8\xff', 'GIF8'], message: 'This is a picture. Choose a CSV file.' },
  { begins: /^\s*<(?:!doctype|html|table|\?xml|head)/i, message: `This is a web page, not a spreadsheet. ${SAVE_AS}` },
  { begins: /^\s*[[{]\s*["{]/, message: 'This is a JSON file. Export the data as CSV instead.' },
]

/** Throws InvalidFile for a file that begins like another type: its name may say CSV. */
export async function refuseOtherFileTypes(source: FileSource) {
  const beginning = (await readBeginning(source, 200)).toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const type = TYPES.find(({ begins }) =>
    begins instanceof RegExp ? begins.test(beginning) : begins.some((start) => beginning.startsWith(start)),
  )
  if (type) throw new InvalidFile(type.message)
}
