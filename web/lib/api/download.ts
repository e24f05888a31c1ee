import { toResponseError } from './response-error.ts'

export type DownloadOptions = {
  signal: AbortSignal
  /** How much of the file has come; null when the server does not say how many rows will come. */
  onPercent: (percent: number | null) => void
}

/** For what the server answers with a file: a file to import. */
export type FileRequest = { method: string; body?: Blob; headers?: Record<string, string> }

const NEWLINE = 0x0a

/**
 * Requests a CSV file and saves it when it is complete. Rejects with the error of the server, on abort, and when the connection breaks:
 * browsers reject the body of an answer that ends early (e2e/downloads.spec.ts), so nothing is counted to find that out.
 */
export async function download(url: string, { signal, onPercent }: DownloadOptions, init?: FileRequest) {
  const response = await fetch(url, { ...init, signal, headers: { accept: 'text/csv', ...init?.headers } })
  if (!response.ok || !response.body) throw await toResponseError(response)
  const total = Number(response.headers.get('x-total-rows'))
  // Of the titles, too. A line break in a cell counts as well, so it may run ahead.
  let lines = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        for (const byte of chunk) if (byte === NEWLINE) lines++
        // 100 only when the file is saved.
        onPercent(total ? Math.min(99, Math.floor(((lines - 1) / total) * 100)) : null)
        controller.enqueue(chunk)
      },
    }),
  )
  const file = await new Response(counted, { headers: { 'content-type': 'text/csv' } }).blob()
  save(file, /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv')
}

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
