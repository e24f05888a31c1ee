import { yieldToEventLoop } from '../yield-to-event-loop.ts'

/** Opens a file at its beginning; a file is read more than once. */
export type FileSource = () => AsyncIterable<Uint8Array>

const SLICE_BYTES = 256 * 1024

/** A file in memory. Between its slices, the event loop runs. */
export const createMemorySource =
  (bytes: Uint8Array): FileSource =>
  () =>
    yieldToEventLoop(sliceBytes(bytes))

function* sliceBytes(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES)
}

/** The first bytes of a file, at most as many. */
export async function readBeginning(source: FileSource, length: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source()) {
    parts.push(part)
    size += part.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}
