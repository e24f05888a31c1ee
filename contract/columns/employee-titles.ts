import type { EmployeeField } from './import-fields.ts'
import type { FieldTitles } from './match-columns.ts'

/** The titles of our export and of other tills, and plain words in English and Afrikaans. */
export const EMPLOYEE_TITLES: FieldTitles<EmployeeField> = {
  firstname: ['first name', 'firstname', 'given name', 'forename', 'voornaam', 'naam voor'],
  lastname: ['last name', 'lastname', 'surname', 'family name', 'van', 'familienaam'],
  fullname: [
    ...['full name', 'fullname', 'name', 'employee name', 'staff name', 'team member', 'employee', 'staff member'],
    ...['volle naam', 'naam', 'werknemer', 'naam en van'],
  ],
  position: ['position', 'role', 'job title', 'title', 'job', 'pos', 'rol'],
  site: [
    ...['site', 'sitename', 'site name', 'store', 'store name', 'shop', 'shop name', 'location', 'location name', 'outlet'],
    ...['branch', 'branch name', 'winkel', 'winkelnaam', 'tak', 'taknaam', 'perseel'],
  ],
  hiredate: ['hired', 'hire date', 'hiredate', 'date hired', 'start date', 'started', 'employed since', 'aanstellingsdatum'],
}
