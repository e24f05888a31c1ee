/** What a workbook has for a formula whose value is not stored: programs write such files, and a spreadsheet computes them. */
export const NOT_CALCULATED = '#NOT CALCULATED!'

/** The errors of Excel, Google Sheets and LibreOffice. */
const ERROR =
  /^(?:#(?:N\/A|DIV\/0!|REF!|NAME\?|VALUE!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|ERROR!|GETTING_DATA)|Err:\d{3})$/i

type Column = { title: string }

/** Why a row cannot be read: a cell of a column with a field has an error or no value. Undefined for a row without one. */
export function findCellProblem(columns: readonly Column[], fields: readonly (string | null)[], cells: readonly string[]) {
  const index = cells.findIndex((cell, place) => isProblem(cell) && fields[place])
  if (index === -1) return undefined
  const title = columns[index]?.title ?? ''
  const cell = cells[index]
  return cell === NOT_CALCULATED
    ? `${title}: this formula has no stored value. Open the file in a spreadsheet and save it.`
    : `${title}: “${cell}” is an error of a formula. Correct it in the spreadsheet and save the file.`
}

export const isProblem = (cell: string) =>
  (cell.startsWith('#') || cell.startsWith('E')) && (cell === NOT_CALCULATED || ERROR.test(cell))
