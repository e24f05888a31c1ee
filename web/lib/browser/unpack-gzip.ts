/** Of the unpacked file. */
const MAX_BYTES = 64 * 1024 * 1024

export const GZIP_FAILURE = 'This file is packed with gzip (.gz) and cannot be unpacked. Unpack it and choose the file in it.'

/**
 * A packed file as the file in it, every other file as it is. Undefined when it is broken, or larger than a file to import may be.
 */
export async function unpackGzip(file: File): Promise<File | undefined> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first !== 0x1f || second !== 0x8b) return file
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    let size = 0
    for (let part = await reader.read(); part.value; part = await reader.read()) {
      size += part.value.length
      if (size > MAX_BYTES) return undefined
      parts.push(part.value)
    }
  } catch {
    return undefined
  } finally {
    // Of a broken stream nothing is left to cancel.
    await reader.cancel().catch(() => {})
  }
  return new File(parts, file.name.replace(/\.gz$/i, ''))
}
