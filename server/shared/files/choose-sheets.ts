import { describeShape, type FieldTitles } from '../../../contract/columns/match-columns.ts'
import type { ImportSheet } from '../../../contract/imports.ts'
import { decodeText } from './decode-text.ts'
import type { ReceivedFile, Sheet } from './file-source.ts'
import { findHead, readStart } from './find-titles.ts'
import { InvalidFile } from './invalid-file.ts'
import { SHEET_LINES } from './read-table.ts'

/** What is read of a file. `sheets` are those of a workbook that have rows, the visible ones first; missing for a CSV file. */
export type ChosenFile = { file: ReceivedFile; sheets?: ImportSheet[] }

/**
 * Chooses the sheets of a workbook: those with the names, or else the visible sheet with the most known titles and all visible sheets
 * with the same titles. Hidden sheets are read by name only. Throws InvalidFile.
 */
export async function chooseSheets(
  file: ReceivedFile,
  names: readonly string[] | undefined,
  titles: FieldTitles<string>,
): Promise<ChosenFile> {
  if (!('sheets' in file)) return { file }
  const listed = file.sheets
    .filter(({ rows, problem }) => rows > 0 || problem)
    .toSorted((one, other) => Number(one.isHidden) - Number(other.isHidden))
  if (listed.length === 0) throw new InvalidFile('This file is empty.')
  const heads = await Array.fromAsync(listed, (sheet) => describeHead(sheet, titles))
  const unknown = names?.find((name) => !listed.some((sheet) => sheet.name === name))
  if (unknown !== undefined) throw new InvalidFile(`This workbook has no sheet “${unknown}” with rows.`)
  const visible = heads.filter(({ sheet }) => !sheet.isHidden)
  const readable = visible.filter(({ sheet }) => !sheet.problem)
  const [likeliest = visible[0]] = readable.toSorted((one, other) => other.known - one.known)
  const chosen = names
    ? heads.filter(({ sheet }) => names.includes(sheet.name))
    : heads.filter(
        (head) => head === likeliest || (readable.includes(head) && head.shape !== '' && head.shape === likeliest?.shape),
      )
  const [first, ...others] = chosen
  for (const { sheet } of chosen) if (sheet.problem) throw new InvalidFile(sheet.problem)
  const other = others.find(({ shape }) => shape !== first?.shape)
  if (first && other)
    throw new InvalidFile(
      `The sheets “${first.sheet.name}” and “${other.sheet.name}” have other titles. Choose sheets with the same titles.`,
    )
  const shapes = [...new Set(heads.map(({ shape }) => shape))]
  return {
    file: { sheets: chosen.map(({ sheet }) => sheet) },
    sheets: heads.map((head) => ({
      name: head.sheet.name,
      rows: head.sheet.rows,
      hidden_rows: head.sheet.hiddenRows,
      is_hidden: head.sheet.isHidden,
      is_chosen: chosen.includes(head),
      shape: shapes.indexOf(head.shape),
    })),
  }
}

async function describeHead(sheet: Sheet, titles: FieldTitles<string>) {
  if (sheet.problem) return { sheet, known: 0, shape: '' }
  const { known, titles: cells } = findHead(await readStart(decodeText(sheet, 'utf-8')), titles, ',')
  return { sheet, known, shape: describeShape(cells.map((cell) => cell.trim()).filter(Boolean)) }
}

/** Names the lines of a workbook of which several sheets are read, by their sheet and row. */
export function createLineNames({ file }: ChosenFile) {
  const sheets = 'sheets' in file && file.sheets.length > 1 ? file.sheets : undefined
  const split = (line: number) => ({ line: line % SHEET_LINES, sheet: sheets?.[Math.floor(line / SHEET_LINES)]?.name ?? '' })
  const describe = (number: number) => {
    const { line, sheet } = split(number)
    return `line ${line} of “${sheet}”`
  }
  const nameReason = (reason: string) =>
    reason.replace(/\b(l)ine (\d+)/gi, (_, l: string, number: string) => l + describe(Number(number)).slice(1))

  function name(value: unknown, key?: string): unknown {
    if (key === 'reason' && typeof value === 'string') return nameReason(value)
    if (Array.isArray(value)) return value.map((item) => name(item))
    if (value === null || typeof value !== 'object') return value
    const named = Object.fromEntries(Object.entries(value).map(([field, part]) => [field, name(part, field)]))
    return 'line' in value && typeof value.line === 'number' ? { ...named, ...split(value.line) } : named
  }

  return {
    /** The sheet beside each line of an answer, and in its reasons. */
    nameLines: <Answer>(answer: Answer) => (sheets ? (name(answer) as Answer) : answer),
    /** The reasons of rejected lines, each behind the name of its line. */
    nameReasons: (reasons: ReadonlyMap<number, string>) =>
      sheets
        ? new Map([...reasons].map(([line, reason]) => [line, `L${describe(line).slice(1)}: ${nameReason(reason)}`]))
        : reasons,
  }
}
