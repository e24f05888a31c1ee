import { Employee } from '../../../contract/employees.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { formatNumericDay } from '../../lib/format/dates.ts'
import type { EditedRow } from '../../ui/dialog/use-edit-conflict.tsx'

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

export const editedEmployee: EditedRow<Employee, EmployeeFields> = {
  schema: Employee,
  toFields,
  describe: (employee) => ({
    firstname: ['First name', employee.firstname],
    lastname: ['Last name', employee.lastname],
    position: ['Role', employee.position],
    hiredate: ['Hire date', employee.hiredate ? formatNumericDay(employee.hiredate) : ''],
    siteid: ['Site', employee.sitename ?? ''],
    isenabled: ['Status', employee.isenabled ? 'Enabled' : 'Disabled'],
    disablereason: ['Disable reason', employee.disablereason],
  }),
}
