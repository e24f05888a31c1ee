import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

/** The fastest level: a backup must leave the processor to the requests. */
const LEVEL = 1
/** Parts have a few megabytes; a single row can be larger. */
const MAX_PART_BYTES = 512 * 1024 * 1024

const compressAsync = promisify(zstdCompress)
const decompressAsync = promisify(zstdDecompress)

export const compress = (bytes: Uint8Array) =>
  compressAsync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 } })

export const decompress = (bytes: Uint8Array) => decompressAsync(bytes, { maxOutputLength: MAX_PART_BYTES })
