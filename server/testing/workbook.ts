import { ZipFile } from 'yazl'

const NAMESPACE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${NAMESPACE}/spreadsheetml/2006/main"`

type Parts = {
  /** The XML of the rows. */
  rows: string
  /** The XML of the texts that cells share. */
  texts?: string
  /** The XML of the styles. */
  styles?: string
  /** The attributes of workbookPr. */
  properties?: string
  /** Sheets behind the first one, which is called S. */
  sheets?: { name: string; rows: string; state?: string }[]
}

const createRelationships = (targets: [type: string, target: string][]) => {
  const type = (name: string) => `${NAMESPACE}/officeDocument/2006/relationships/${name}`
  const list = targets.map(
    ([name, target], index) => `<Relationship Id="rId${index + 1}" Type="${type(name)}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${list.join('')}</Relationships>`
}

/** A hand-made workbook, as a person could make it who wants to harm. Its texts are in a part with a name of its own. */
export async function createWorkbook({ rows, texts = '', styles = '', properties = '', sheets = [] }: Parts): Promise<Buffer> {
  const all = [{ name: 'S', rows, state: '' }, ...sheets]
  const list = all.map(({ name, state = '' }, index) => {
    const visibility = state && ` state="${state}"`
    return `<sheet name="${name}" sheetId="${index + 1}"${visibility} r:id="rId${index + 1}"/>`
  })
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${NAMESPACE}/package/2006/content-types"/>`,
    '_rels/.rels': createRelationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><workbookPr ${properties}/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': createRelationships([
      ...all.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
      ['sharedStrings', '/xl/texts.xml'],
      ['styles', 'styles.xml'],
    ]),
    ...Object.fromEntries(
      all.map((sheet, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet ${MAIN}><sheetData>${sheet.rows}</sheetData></worksheet>`,
      ]),
    ),
    'xl/texts.xml': `<sst ${MAIN}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>`,
  }
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The XML of rows of texts and numbers. */
export const writeRows = (rows: (string | number)[][]) =>
  rows
    .map((cells, row) => {
      const name = (column: number) => `r="${LETTERS[column]}${row + 1}"`
      const list = cells.map((cell, column) => {
        if (cell === '') return ''
        if (typeof cell === 'number') return `<c ${name(column)}><v>${cell}</v></c>`
        return `<c ${name(column)} t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
      })
      return `<row r="${row + 1}">${list.join('')}</row>`
    })
    .join('')
