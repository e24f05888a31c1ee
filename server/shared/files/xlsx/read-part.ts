import { Parser } from 'htmlparser2'
import type { Entry, ZipFile } from 'yauzl'

export class WorkbookUnreadable extends Error {}
export class WorkbookTooLarge extends Error {}
/** A value is in a column that is too far to the right. */
export class WorkbookTooWide extends Error {
  readonly cell: string
  constructor(cell: string) {
    super(`a value in ${cell}`)
    this.cell = cell
  }
}

/** Names of elements are without their prefix. */
export type PartHandlers = {
  open(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** A tag or a comment: the text of a cell has at most 32,767 characters. */
const MAX_TOKEN_BYTES = 1024 * 1024
const MAX_DEPTH = 100
const TAG_END = '>'.charCodeAt(0)

/** Reads a part of a workbook, XML in UTF-8, without holding it in memory. Throws WorkbookUnreadable and WorkbookTooLarge. */
export async function readPart(zip: ZipFile, part: Entry | undefined, maxBytes: number, handlers: PartHandlers) {
  if (!part) throw new WorkbookUnreadable('a part is missing')
  if (part.uncompressedSize > maxBytes) throw new WorkbookTooLarge('a part is too large')
  let [depth, withoutTag] = [0, 0]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new WorkbookUnreadable('elements are nested too deep')
        handlers.open(withoutPrefix(name), attributes)
      },
      ontext: handlers.text,
      onclosetag(name) {
        depth--
        handlers.close?.(withoutPrefix(name))
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of (await zip.openReadStreamPromise(part)) as AsyncIterable<Buffer>) {
    const tagEnd = chunk.lastIndexOf(TAG_END)
    withoutTag = tagEnd === -1 ? withoutTag + chunk.length : chunk.length - tagEnd
    if (withoutTag > MAX_TOKEN_BYTES) throw new WorkbookUnreadable('a text is too long')
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.end(decoder.decode())
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)
