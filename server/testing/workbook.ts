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
}

const createRelationships = (targets: [type: string, target: string][]) => {
  const type = (name: string) => `${NAMESPACE}/officeDocument/2006/relationships/${name}`
  const list = targets.map(
    ([name, target], index) => `<Relationship Id="rId${index + 1}" Type="${type(name)}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${list.join('')}</Relationships>`
}

/** A hand-made workbook with one sheet, as a person could make it who wants to harm. Its texts are in a part with a name of its own. */
export async function createWorkbook({ rows, texts = '', styles = '', properties = '' }: Parts): Promise<Buffer> {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${NAMESPACE}/package/2006/content-types"/>`,
    '_rels/.rels': createRelationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><workbookPr ${properties}/><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': createRelationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', '/xl/texts.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/texts.xml': `<sst ${MAIN}>${texts}</sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}>${styles}</styleSheet>`,
  }
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>))
}
