import type { z } from 'zod'
import type { ImportAnswer } from '../../../contract/imports.ts'
import { stringifySearch } from '../url/url-search.ts'
import { type DownloadOptions, download, type FileRequest } from './download.ts'
import { getImportType } from './import-type.ts'
import { getErrorCode } from './messages.ts'
import { toResponseError } from './response-error.ts'

/** How a file is to be read. */
export type ImportOptions = {
  siteid: number
  /** The field of each column; null for an ignored one. */
  columns?: (string | null)[]
  /** The names of the sheets of a workbook. */
  sheets?: string[]
}

/** What a person chose for names of a file, for a URL; undefined without a choice. */
export const toJson = (names: Record<string, number | string> = {}) =>
  Object.keys(names).length > 0 ? JSON.stringify(names) : undefined

type Import<Options, Preview> = {
  /** '/api/v1/products/imports'. */
  url: string
  Answer: z.ZodType<ImportAnswer<Preview>>
  /** What an import asks for besides the site and the columns. */
  toSearch?: (file: File, options: Options) => Record<string, unknown>
}

export type ImportFile<Options, Preview> = ReturnType<typeof createImportFile<ImportOptions & Options, Preview>>

/**
 * A file that is uploaded once. The server keeps it until `release`, or for an hour. When it does not have it any more, the file is
 * uploaded again.
 */
export function createImportFile<Options extends ImportOptions, Preview>(
  file: File,
  { url, Answer, toSearch = () => ({}) }: Import<Options, Preview>,
) {
  let uploadid: string | undefined

  /** Calls `send` with the search and the file, or without the file when the server has it. */
  async function withFile<Result>(
    options: Options,
    send: (search: string, init: FileRequest) => Promise<Result>,
  ): Promise<Result> {
    const { siteid, columns, sheets } = options
    const search = {
      ...{ ...toSearch(file, options), siteid, columns: columns?.map((field) => field ?? '').join(',') },
      sheets: sheets && JSON.stringify(sheets),
    }
    if (uploadid) {
      try {
        return await send(stringifySearch({ ...search, uploadid }), { method: 'POST' })
      } catch (error) {
        if (getErrorCode(error) !== 'UPLOAD_GONE') throw error
        uploadid = undefined
      }
    }
    return send(stringifySearch(search), { method: 'POST', ...(await compress(file)) })
  }

  return {
    name: file.name,
    /** What importing the file would do. */
    preview: (options: Options, signal: AbortSignal) =>
      withFile(options, async (search, init) => {
        const response = await fetch(`${url}${search}`, { ...init, signal })
        if (!response.ok) throw await toResponseError(response)
        const read = Answer.parse(await response.json())
        uploadid = read.uploadid
        return read
      }),
    /** Saves the rows of the file that are not imported as a file to correct. */
    downloadRejected: (options: Options, running: DownloadOptions) =>
      withFile(options, (search, init) => download(`${url}/rejected.csv${search}`, running, init)),
    /** The server deletes the file. Without an answer it does so after an hour. */
    release() {
      if (!uploadid) return
      // Also when the page is closed.
      fetch(`/api/v1/imports/uploads/${uploadid}`, { method: 'DELETE', keepalive: true }).catch(console.error)
      uploadid = undefined
    },
  }
}

/** A tenth of the bytes: a year of sales must be uploaded within the time of a request, also on a slow line. */
const compress = async (file: File) => ({
  body: await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob(),
  headers: { 'content-type': getImportType(file), 'content-encoding': 'gzip' },
})
