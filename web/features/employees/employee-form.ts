import { Employee } from '../../../contract/employees.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { formatNumericDay } from '../../lib/format/dates.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.tsx'

/** The fields of the dialog. E-mail and password are only for a new employee. */
export type EmployeeFields = Pick<Employee, 'firstname' | 'lastname' | 'position' | 'siteid' | 'isenabled' | 'disablereason'> & {
  /** '' for none. */
  hiredate: string
  email: string
  password: string
}

/** Empty, except for the site if it is clear: the filtered site or the only one. */
export const createEmptyEmployee = (sites: SiteOption[], filteredSite: number | undefined): EmployeeFields => ({
  firstname: '',
  lastname: '',
  position: 'Employee',
  hiredate: '',
  siteid: (sites.find(({ siteid }) => siteid === filteredSite) ?? (sites.length === 1 ? sites[0] : undefined))?.siteid ?? null,
  isenabled: true,
  disablereason: '',
  email: '',
  password: '',
})

export const toFields = ({
  firstname,
  lastname,
  position,
  hiredate,
  siteid,
  isenabled,
  disablereason,
}: Employee): EmployeeFields => ({
  ...{ firstname, lastname, position, siteid, isenabled, disablereason },
  hiredate: hiredate ?? '',
  email: '',
  password: '',
})

export const withoutAccount = ({ email: _email, password: _password, ...details }: EmployeeFields) => details

export const createEditedEmployee = (sites: SiteOption[]): EditedRow<Employee, EmployeeFields> => ({
  schema: Employee,
  toFields,
  describe: (fields) => ({
    firstname: ['First name', fields.firstname],
    lastname: ['Last name', fields.lastname],
    position: ['Role', fields.position],
    hiredate: ['Hire date', formatNumericDay(fields.hiredate)],
    siteid: ['Site', sites.find(({ siteid }) => siteid === fields.siteid)?.sitename ?? ''],
    isenabled: ['Status', fields.isenabled ? 'Enabled' : 'Disabled'],
    disablereason: ['Disable reason', fields.disablereason],
  }),
})
