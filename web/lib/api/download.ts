import { countCsvRows } from './csv-rows.ts'
import { toResponseError } from './response-error.ts'

/** `total` is null when the server does not say how many rows will come. */
export type Progress = { rows: number; total: number | null }

type Options = { signal: AbortSignal; onProgress: (progress: Progress) => void }

/**
 * Fetches a CSV file and hands it to the browser's downloads under the name the server gave it. Nothing is saved unless
 * all of it came. Rejects with the server's refusal, and when the connection breaks or is aborted.
 */
export async function download(address: string, { signal, onProgress }: Options) {
  const response = await fetch(address, { signal, headers: { accept: 'text/csv' } })
  if (!response.ok || !response.body) throw await toResponseError(response)

  const total = Number(response.headers.get('x-total-rows') ?? Number.NaN)
  const rows = countCsvRows()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of piecesOf(response.body)) {
    pieces.push(piece)
    rows.add(piece)
    onProgress({ rows: rows.count(), total: Number.isNaN(total) ? null : total })
  }
  save(new Blob(pieces, { type: 'text/csv' }), nameOf(response))
}

async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  while (true) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new Error('The file broke off before its end.', { cause })
    })
    if (done) return
    yield value
  }
}

const nameOf = (response: Response) =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'export.csv'

/** The browser reads the Blob after the click, at a time nobody tells. */
const KEPT_MS = 60_000

function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
