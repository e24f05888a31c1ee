import { schemaResolver } from '@mantine/form'
import type { z } from 'zod'
import { type AddedEmployee, Employee, EmployeeWithoutLogin, InvitedEmployee, NewEmployee } from '../../../contract/employees.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { type RightFields, toRightInput } from '../../rights/right-fields.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.ts'

/** The fields of the dialog. E-mail and password are only for a new employee. */
export type EmployeeFields = Pick<Employee, 'firstname' | 'lastname' | 'position' | 'siteid' | 'isenabled' | 'disablereason'> & {
  /** '' for none. */
  hiredate: string
  /** '' for none. */
  employee_code: string
  email: string
  password: string
  login: Login
  right: RightFields
}

/** How a new employee signs in. */
type Login = NonNullable<AddedEmployee['login']>

export const LOGINS: { value: Login; label: string }[] = [
  { value: 'password', label: 'E-mail and password' },
  { value: 'invitation', label: 'Invite by e-mail' },
  { value: 'none', label: 'No login' },
]

/** Of an employee who is there already. */
const NO_ACCOUNT: Pick<EmployeeFields, 'email' | 'password' | 'login' | 'right'> = {
  email: '',
  password: '',
  login: 'password',
  right: { name: '', siteids: [], sees_costs: false },
}

/** Empty, except for the site if it is clear: the filtered site or the only one. */
export function createEmptyEmployee(sites: SiteOption[], filteredSite: number | undefined): EmployeeFields {
  const site = sites.find(({ siteid }) => siteid === filteredSite) ?? (sites.length === 1 ? sites[0] : undefined)
  return {
    firstname: '',
    lastname: '',
    position: 'Employee',
    hiredate: '',
    siteid: site?.siteid ?? null,
    isenabled: true,
    disablereason: '',
    employee_code: '',
    ...NO_ACCOUNT,
    right: { name: '', siteids: site ? [String(site.siteid)] : [], sees_costs: false },
  }
}

export const toFields = ({
  firstname,
  lastname,
  position,
  hiredate,
  siteid,
  isenabled,
  disablereason,
  employee_code,
}: Employee): EmployeeFields => ({
  ...{ firstname, lastname, position, siteid, isenabled, disablereason },
  employee_code: employee_code ?? '',
  hiredate: hiredate ?? '',
  ...NO_ACCOUNT,
})

export const withoutAccount = ({
  email: _email,
  password: _password,
  login: _login,
  right: _right,
  ...details
}: EmployeeFields) => details

/** What is sent of the login of a new employee. */
export function toAccount({ login, email, password, position, right }: EmployeeFields) {
  if (login === 'none') return { login }
  if (login === 'password') return { email, password }
  return { login, email, ...(position !== 'Owner' && { right: toRightInput(right) }) }
}

const SCHEMAS = { password: NewEmployee, invitation: InvitedEmployee, none: EmployeeWithoutLogin }

export const checkAdded = (fields: EmployeeFields) => {
  const { hiredate, ...details } = withoutAccount(fields)
  const schema: z.ZodType<object, unknown> = SCHEMAS[fields.login]
  return schemaResolver(schema, { sync: true })({ ...details, hiredate, ...toAccount(fields) })
}

export const createEditedEmployee = (sites: SiteOption[]): EditedRow<Employee, EmployeeFields> => ({
  schema: Employee,
  toFields,
  describe: (fields) => ({
    firstname: ['First name', fields.firstname],
    lastname: ['Last name', fields.lastname],
    position: ['Role', fields.position],
    hiredate: ['Hire date', formatLongDay(fields.hiredate)],
    siteid: ['Site', sites.find(({ siteid }) => siteid === fields.siteid)?.sitename ?? ''],
    isenabled: ['Status', fields.isenabled ? 'Enabled' : 'Disabled'],
    disablereason: ['Disable reason', fields.disablereason],
    employee_code: ['Code', fields.employee_code],
  }),
})
