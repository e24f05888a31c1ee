import type { FileSource } from '../shared/files/file-source.ts'
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts'

const SLICE_BYTES = 256 * 1024

/** A file in memory. Between its slices, the event loop runs. */
export const createMemorySource = (bytes: Uint8Array): FileSource => ({ read: () => yieldToEventLoop(slice(bytes)) })

function* slice(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES) yield bytes.subarray(start, start + SLICE_BYTES)
}
