import type { FileHandle } from 'node:fs/promises'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { InvalidFile } from '../invalid-file.ts'
import { TOO_LARGE, UNREADABLE } from './refusals.ts'

/** A workbook has one for each sheet, drawing and picture. */
const MAX_PARTS = 2_000
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Whether a file begins as a ZIP archive does; an Excel workbook is one. */
export async function isArchive(file: FileHandle) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1', 0, bytesRead) === 'PK\x03\x04'
}

/** The size that all parts of a workbook declare together: unpacking stops there. Throws InvalidFile for what is no plain archive. */
export async function measureWorkbook(file: FileHandle) {
  let unpacked = 0
  try {
    const zip = await openWorkbook(file.fd)
    for (const { uncompressedSize } of (await listParts(zip)).values()) unpacked += uncompressedSize
  } catch {
    throw new InvalidFile(UNREADABLE)
  }
  if (unpacked > MAX_UNPACKED_BYTES) throw new InvalidFile(TOO_LARGE)
  return unpacked
}

export const openWorkbook = (fd: number) => fromFdPromise(fd, { autoClose: false, lazyEntries: true })

/** By name. Throws what yauzl does for an archive that is damaged. */
export async function listParts(zip: ZipFile) {
  const parts = new Map<string, Entry>()
  for await (const part of zip.eachEntry()) {
    parts.set(part.fileName, part)
    if (parts.size > MAX_PARTS) throw new Error('the archive has too many parts')
  }
  return parts
}
