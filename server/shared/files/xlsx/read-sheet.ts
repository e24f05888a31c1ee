import { posix } from 'node:path'
import type { Entry, ZipFile } from 'yauzl'
import { NOT_CALCULATED } from '../cell-problems.ts'
import { createNumberFormatter } from './format-number.ts'
import { listParts, openWorkbook } from './measure-workbook.ts'
import { type PartHandlers, readPart, WorkbookTooLarge, WorkbookTooWide, WorkbookUnreadable } from './read-part.ts'

/** Described at the limits of convert-xlsx.ts. */
export type SheetLimits = {
  maxTextBytes: number
  maxTexts: number
  maxSheets: number
  maxWidth: number
  maxCells: number
  maxCsvBytes: number
}

/** Relationships, names of sheets and formats of cells: a workbook with many styles has some megabytes. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024
/** Excel's own limits. */
const MAX_ROW = 1_048_576
const MAX_CELL_LENGTH = 32_767
const MAX_SHEET_NAME = 31

type Book = { zip: ZipFile; parts: Map<string, Entry> }

/** The rows of a sheet that have a value, and those of them that are hidden. */
type RowCounts = { rows: number; hiddenRows: number }

/**
 * Opens the sheets of the workbook that is open as `fd`. `read` calls `write` with each row of a sheet as a line of CSV, and with line
 * ends for rows that the sheet leaves out. Sizes are checked before a row is built. Both throw WorkbookUnreadable, WorkbookTooLarge and
 * WorkbookTooWide, and what yauzl throws.
 */
export async function openSheets(fd: number, limits: SheetLimits) {
  const zip = await openWorkbook(fd)
  const book = { zip, parts: await listParts(zip) }
  const [workbook] = (await findRelated(book, '', 'officeDocument')).values()
  if (!workbook) throw new WorkbookUnreadable('there is no workbook')
  const { listed, is1904, isRecalculated } = await readWorkbook(book, workbook, limits)
  const parts = await findRelated(book, workbook, 'worksheet')
  const [texts] = (await findRelated(book, workbook, 'sharedStrings')).values()
  const [styles] = (await findRelated(book, workbook, 'styles')).values()
  const sharedTexts = texts ? await readTexts(book, texts, limits) : []
  const formatNumber = await createNumberFormatter(is1904, (handlers) =>
    styles ? readPart(zip, book.parts.get(styles), MAX_HEAD_BYTES, handlers) : Promise.resolve(),
  )
  const sheets = listed.flatMap(({ id, name, isHidden }) => {
    const part = parts.get(id)
    // The others are charts and macros.
    if (part === undefined) return []
    const read = async (write: (line: string) => void): Promise<RowCounts> => {
      const { counts, handlers } = createRowReader({ sharedTexts, formatNumber, isRecalculated }, limits, write)
      await readPart(zip, book.parts.get(part), Number.POSITIVE_INFINITY, handlers)
      return counts
    }
    return { name, isHidden, read }
  })
  if (sheets.length === 0) throw new WorkbookUnreadable('there is no sheet')
  return sheets
}

/** The parts that a part refers to by their ids, by the last word of the relationship's type. `''` is the archive itself. */
async function findRelated({ zip, parts }: Book, from: string, type: string) {
  const { dir, base } = posix.parse(from)
  const found = new Map<string, string>()
  await readPart(zip, parts.get(posix.join(dir, '_rels', `${base}.rels`)), MAX_HEAD_BYTES, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith(`/${type}`)) found.set(Id, posix.resolve('/', dir, Target).slice(1))
    },
  })
  return found
}

async function readWorkbook({ zip, parts }: Book, workbook: string, { maxSheets }: SheetLimits) {
  const listed: { id: string; name: string; isHidden: boolean }[] = []
  let [is1904, isRecalculated] = [false, false]
  await readPart(zip, parts.get(workbook), MAX_HEAD_BYTES, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904'])
      if (name === 'calcPr') isRecalculated = isTrue(attributes['fullCalcOnLoad'])
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const title = attributes['name']?.slice(0, MAX_SHEET_NAME).trim()
      const isHidden = /hidden/i.test(attributes['state'] ?? '')
      listed.push({ id, name: title || `Sheet ${listed.length + 1}`, isHidden })
      if (listed.length > maxSheets) throw new WorkbookTooLarge('there are too many sheets')
    },
  })
  return { listed, is1904, isRecalculated }
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

type Cells = {
  sharedTexts: string[]
  formatNumber: (text: string, style: number) => string
  /** When a spreadsheet opens the workbook: the program that wrote it stored 0 for every formula. */
  isRecalculated: boolean
}

function createRowReader(
  { sharedTexts, formatNumber, isRecalculated }: Cells,
  { maxWidth, maxCells }: SheetLimits,
  write: (line: string) => void,
): { counts: RowCounts; handlers: PartHandlers } {
  const text = createTextCollector()
  const counts = { rows: 0, hiddenRows: 0 }
  let [isData, isHidden] = [false, false]
  let [row, lastRow, column, places] = [0, 0, 0, 0]
  let cells: string[] = []
  let [type, style] = ['', -1]
  let [isFormula, hasValue] = [false, false]

  function openRow({ r, hidden }: Record<string, string>) {
    isHidden = isTrue(hidden)
    row = r === undefined ? lastRow + 1 : Number(r)
    if (!Number.isInteger(row) || row <= lastRow || row > MAX_ROW) throw new WorkbookUnreadable('a row has a wrong number')
    cells = []
    column = -1
  }
  function openCell({ r, t = '', s }: Record<string, string>) {
    column = r === undefined ? column + 1 : parseColumn(r)
    type = t
    style = s === undefined ? -1 : Number(s)
    isFormula = false
    hasValue = false
    text.reset()
  }
  function readValue() {
    const value = text.read()
    // A formula may have an empty text as its value, and no empty number.
    if (isFormula && (value === '' ? type !== 'str' || !hasValue : value === '0' && type !== 'str' && isRecalculated))
      return NOT_CALCULATED
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
  function closeRow() {
    if (cells.length > 0) {
      counts.rows++
      if (isHidden) counts.hiddenRows++
    }
    write(`${'\n'.repeat(row - lastRow - 1)}${cells.join(',')}\n`)
    lastRow = row
  }
  const handlers: PartHandlers = {
    open(name, attributes) {
      if (name === 'sheetData') isData = true
      else if (isData && name === 'row') openRow(attributes)
      else if (isData && name === 'c') openCell(attributes)
      else if (name === 'f') isFormula = true
      else if (name === 'v') hasValue = true
      text.open(name)
    },
    text: text.add,
    close(name) {
      text.close(name)
      if (name === 'sheetData') isData = false
      if (!isData) return
      if (name === 'c') closeCell()
      if (name === 'row') closeRow()
    },
  }
  return { counts, handlers }
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
