import { posix } from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { createNumberFormatter } from './format-number.ts'
import { listParts, openWorkbook } from './measure-workbook.ts'
import { type PartHandlers, readPart, WorkbookTooLarge, WorkbookTooWide, WorkbookUnreadable } from './read-part.ts'

/** Described at the limits of convert-xlsx.ts. */
export type SheetLimits = { maxTextBytes: number; maxTexts: number; maxWidth: number; maxCells: number; maxCsvBytes: number }

/** Relationships, names of sheets and formats of cells: a workbook with many styles has some megabytes. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024
/** Excel's own limits. */
const MAX_ROW = 1_048_576
const MAX_CELL_LENGTH = 32_767

type Book = { zip: ZipFile; parts: Map<string, Entry> }

/**
 * Reads the first sheet of the workbook that is open as `fd`, and calls `write` with each row as a line of CSV, and with line ends for
 * rows that the sheet leaves out. Sizes are checked before a row is built. Throws WorkbookUnreadable, WorkbookTooLarge and
 * WorkbookTooWide, and what yauzl throws.
 */
export async function readSheet(fd: number, limits: SheetLimits, write: (line: string) => void) {
  const zip = await openWorkbook(fd)
  const book = { zip, parts: await listParts(zip) }
  const [workbook] = await findRelated(book, '', 'officeDocument')
  if (!workbook) throw new WorkbookUnreadable('there is no workbook')
  const { sheetId, is1904 } = await readWorkbook(book, workbook)
  const sheet = (await findRelated(book, workbook, 'worksheet', sheetId))[0]
  if (!sheet) throw new WorkbookUnreadable('there is no sheet')
  const [texts] = await findRelated(book, workbook, 'sharedStrings')
  const [styles] = await findRelated(book, workbook, 'styles')
  const sharedTexts = texts ? await readTexts(book, texts, limits) : []
  const formatNumber = await createNumberFormatter(is1904, (handlers) =>
    styles ? readPart(zip, book.parts.get(styles), MAX_HEAD_BYTES, handlers) : Promise.resolve(),
  )
  const rows = createRowReader(sharedTexts, formatNumber, limits, write)
  await readPart(zip, book.parts.get(sheet), Number.POSITIVE_INFINITY, rows)
}

/** The parts that a part refers to, by the last word of the relationship's type. `''` is the archive itself. */
async function findRelated({ zip, parts }: Book, from: string, type: string, id?: string) {
  const { dir, base } = posix.parse(from)
  const found: string[] = []
  await readPart(zip, parts.get(posix.join(dir, '_rels', `${base}.rels`)), MAX_HEAD_BYTES, {
    open(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship' || !Type.endsWith(`/${type}`) || (id !== undefined && Id !== id)) return
      found.push(posix.resolve('/', dir, Target).slice(1))
    },
  })
  return found
}

async function readWorkbook({ zip, parts }: Book, workbook: string) {
  let sheetId: string | undefined
  let is1904 = false
  await readPart(zip, parts.get(workbook), MAX_HEAD_BYTES, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      if (name === 'sheet') sheetId ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
    },
  })
  if (sheetId === undefined) throw new WorkbookUnreadable('there is no sheet')
  return { sheetId, is1904 }
}

const isTrue = (value: string | undefined) => value === '1' || value?.toLowerCase() === 'true'

/** The texts that cells refer to by number. */
async function readTexts({ zip, parts }: Book, name: string, { maxTextBytes, maxTexts }: SheetLimits) {
  const texts: string[] = []
  const text = createTextCollector()
  await readPart(zip, parts.get(name), maxTextBytes, {
    open(name) {
      if (name === 'si') text.reset()
      text.open(name)
    },
    text: text.add,
    close(name) {
      text.close(name)
      if (name !== 'si') return
      texts.push(text.read())
      if (texts.length > maxTexts) throw new WorkbookTooLarge('there are too many texts')
    },
  })
  return texts
}

/** Collects the text of a cell or of a shared text: of its `t`, and of its `v`, without the phonetic text of Asian languages. */
function createTextCollector() {
  let collected = ''
  let isText = false
  let phonetic = 0
  return {
    reset() {
      collected = ''
    },
    open(name: string) {
      if (name === 'rPh') phonetic++
      isText = phonetic === 0 && (name === 't' || name === 'v')
    },
    add(text: string) {
      if (!isText) return
      if (collected.length + text.length > MAX_CELL_LENGTH) throw new WorkbookUnreadable('a text is too long')
      collected += text
    },
    close(name: string) {
      if (name === 'rPh') phonetic--
      isText = false
    },
    /** Characters that XML cannot have are written as _x000D_. */
    read: () =>
      collected.includes('_x')
        ? collected.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        : collected,
  }
}

function createRowReader(
  sharedTexts: string[],
  formatNumber: (text: string, style: number) => string,
  { maxWidth, maxCells }: SheetLimits,
  write: (line: string) => void,
): PartHandlers {
  const text = createTextCollector()
  let isData = false
  let [row, lastRow, column, places] = [0, 0, 0, 0]
  let cells: string[] = []
  let [type, style] = ['', -1]

  function openRow(r: string | undefined) {
    row = r === undefined ? lastRow + 1 : Number(r)
    if (!Number.isInteger(row) || row <= lastRow || row > MAX_ROW) throw new WorkbookUnreadable('a row has a wrong number')
    cells = []
    column = -1
  }
  function openCell({ r, t = '', s }: Record<string, string>) {
    column = r === undefined ? column + 1 : parseColumn(r)
    type = t
    style = s === undefined ? -1 : Number(s)
    text.reset()
  }
  function readValue() {
    const value = text.read()
    if (type === 's') return sharedTexts[Number(value)] ?? ''
    if (type === 'b') return String(isTrue(value))
    return type === '' || type === 'n' ? formatNumber(value, style) : value
  }
  function closeCell() {
    const value = readValue()
    // Cells that have a format and no value may go on to the last column of a sheet.
    if (value === '') return
    if (column >= maxWidth) throw new WorkbookTooWide(`${nameColumn(column)}${row}`)
    places += Math.max(0, column + 1 - cells.length)
    if (places > maxCells) throw new WorkbookTooLarge('there are too many cells')
    while (cells.length < column) cells.push('')
    cells[column] = quote(value)
  }
  return {
    open(name, attributes) {
      if (name === 'sheetData') isData = true
      else if (isData && name === 'row') openRow(attributes['r'])
      else if (isData && name === 'c') openCell(attributes)
      text.open(name)
    },
    text: text.add,
    close(name) {
      text.close(name)
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'c') closeCell()
      if (name !== 'row') return
      write(`${'\n'.repeat(row - lastRow - 1)}${cells.join(',')}\n`)
      lastRow = row
    },
  }
}

const LETTERS = 26
const FIRST_LETTER = 'A'.charCodeAt(0)

/** The number of the column of a cell such as AB12, from 0. */
function parseColumn(cell: string) {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(cell)?.[1]
  if (!letters) throw new WorkbookUnreadable('a cell has a wrong name')
  let column = 0
  for (let index = 0; index < letters.length; index++) column = column * LETTERS + letters.charCodeAt(index) - FIRST_LETTER + 1
  return column - 1
}

const nameColumn = (column: number): string =>
  column < 0 ? '' : nameColumn(Math.floor(column / LETTERS) - 1) + String.fromCharCode(FIRST_LETTER + (column % LETTERS))

function quote(value: string) {
  const line = value.replace(/\s*[\r\n]+\s*/g, ' ')
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line
}
