import { createCsvRowCounter } from './csv-rows.ts'
import { toResponseError } from './response-error.ts'

/** `total` is null when the server does not say how many rows will come. */
export type Progress = { rows: number; total: number | null }

/** The body of a request and the headers that describe it. */
export type Upload = { body: Blob; headers: Record<string, string> }

type Options = {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** What the server answers with a CSV file: a file to import. */
  upload?: Upload
  method?: 'GET' | 'POST'
}

/** Downloads a CSV file and saves it when it is complete. Rejects with the error of the server, when the connection breaks, and on abort. */
export async function download(url: string, { signal, onProgress, upload, method = upload ? 'POST' : 'GET' }: Options) {
  const response = await fetch(url, {
    ...{ method, signal, headers: { accept: 'text/csv', ...upload?.headers } },
    ...(upload && { body: upload.body }),
  })
  if (!response.ok || !response.body) throw await toResponseError(response)

  const total = Number(response.headers.get('x-total-rows') ?? Number.NaN)
  const rows = createCsvRowCounter()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of readChunks(response.body)) {
    chunks.push(chunk)
    rows.add(chunk)
    onProgress?.({ rows: rows.count(), total: Number.isNaN(total) ? null : total })
  }
  save(new Blob(chunks, { type: 'text/csv' }), readFileName(response))
}

async function* readChunks(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  while (true) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new Error('The connection was lost before the end of the file.', { cause })
    })
    if (done) return
    yield value
  }
}

const readFileName = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'

/** The browser reads the Blob some time after the click. */
const REVOKE_AFTER_MS = 60_000

function save(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
