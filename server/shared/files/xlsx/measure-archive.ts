const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const MAX_COMMENT_LENGTH = 65_535

/** Whether a file begins as a ZIP archive does; an Excel workbook is one. */
export const isArchive = (beginning: Uint8Array) => Buffer.from(beginning).toString('latin1', 0, 4) === 'PK\x03\x04'

/** The sizes of the files in a ZIP archive, as its directory declares them; undefined for what is not a plain archive. */
export function measureArchive(bytes: Uint8Array): { name: string; size: number }[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === undefined) return undefined
  const files: { name: string; size: number }[] = []
  let position = view.getUint32(end + 16, true)
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    if (position + ENTRY_LENGTH > end || view.getUint32(position, true) !== DIRECTORY_ENTRY) return undefined
    const nameLength = view.getUint16(position + 28, true)
    const name = Buffer.from(bytes.subarray(position + ENTRY_LENGTH, position + ENTRY_LENGTH + nameLength)).toString('latin1')
    const size = view.getUint32(position + 24, true)
    // A reader would go on at an undeclared size until memory is full.
    if (size === 0 && !name.endsWith('/')) return undefined
    files.push({ name, size })
    position += ENTRY_LENGTH + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return files
}

function findEnd(view: DataView) {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_LENGTH)
  for (let position = view.byteLength - END_LENGTH; position >= first; position--)
    if (view.getUint32(position, true) === END_OF_DIRECTORY) return position
  return undefined
}
