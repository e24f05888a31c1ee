import type { EmployeeField } from './import-fields.ts'
import { type FieldTitles, titles } from './match-columns.ts'

const LAST_NAMES = titles('last name, lastname, surname, family name, van, familienaam')
/** A name beside a last name is the first one, and otherwise both. */
const NAMES = titles('name, naam, names, name s, employee name, staff name')

/** The titles of our export and of other tills, and plain words in English and Afrikaans. */
export const EMPLOYEE_TITLES: FieldTitles<EmployeeField> = {
  firstname: [
    ...titles('first name, firstname, given name, forename, voornaam, naam voor, first names, voorname'),
    ...NAMES.map((title) => ({ title, with: LAST_NAMES })),
  ],
  lastname: LAST_NAMES,
  fullname: [
    ...titles('full name, fullname, volle naam, naam en van, name and surname'),
    ...NAMES.map((title) => ({ title, without: LAST_NAMES })),
    ...titles('team member, employee, staff member, werknemer'),
  ],
  position: titles('position, role, job title, title, job, pos, rol'),
  site: titles(`
    site, sitename, site name, store, store name, shop, shop name, location, location name, outlet, locations, outlets, sites,
    stores, branch, branch name, winkel, winkelnaam, tak, taknaam, perseel
  `),
  employee_code: titles(`
    employee code, employeecode, code, employee number, employee no, staff code, staff number, clerk, clerk number, cashier,
    cashier code, cashier number, personeelnommer, kode
  `),
  hiredate: titles(`
    hired, hire date, hiredate, date hired, start date, started, employed since, aanstellingsdatum
  `),
}
