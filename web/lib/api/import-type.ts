import { XLSX_TYPE } from '../../../contract/shared/fields.ts'

/** The type of a file to import, by its name: browsers know only some of them. */
export const getImportType = ({ name }: File) => (/\.xlsx$/i.test(name) ? XLSX_TYPE : 'text/csv')

/** What a person can choose to import. */
export const IMPORT_ACCEPT = `.csv,.txt,.tsv,.xlsx,.gz,text/csv,text/plain,${XLSX_TYPE}`
