import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Email, Password, TOO_MANY_ATTEMPTS } from './session.ts'
import { EMPLOYEE_PASSWORD_MIN } from './shared/constants.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { CsvFile, Id, OpenedVersion, RequestId, requiredSite, requiredText, Text } from './shared/fields.ts'
import { ChosenIds, listInput, pageOf } from './shared/list.ts'

export const POSITIONS = ['Owner', 'Manager', 'Employee'] as const

const EMAIL = 'Email is required for account creation.'
const PASSWORD = 'Password is required.'
const REASON_MAX = 500

/** 'YYYY-MM-DD', null or '' for none. Further back than other dates: people stay long. */
const HireDate = z
  .string()
  .nullish()
  .transform((date) => date || null)
  .pipe(
    z.iso
      .date('Please enter a date.')
      .refine((date) => date >= '1900-01-01' && date < '2100-01-01', 'Hire dates run from 1900 to 2099.')
      .nullable(),
  )

const fields = {
  firstname: requiredText('First name is required.', 100),
  lastname: requiredText('Last name is required.'),
  position: z.enum(POSITIONS, 'Select a role.'),
  hiredate: HireDate,
  siteid: requiredSite,
  isenabled: z.boolean(),
  /** Forgotten when the employee is enabled. */
  disablereason: Text.trim().max(REASON_MAX, `Please use at most ${REASON_MAX} characters.`).default(''),
}

const account = {
  email: z.string(EMAIL).trim().min(1, EMAIL).pipe(Email),
  password: z
    .string(PASSWORD)
    .min(1, PASSWORD)
    .pipe(Password.min(EMPLOYEE_PASSWORD_MIN, `Password must be at least ${EMPLOYEE_PASSWORD_MIN} characters.`)),
}

const Status = z.object({ isenabled: z.boolean(), disablereason: z.string().default('') })
const hasReason = ({ isenabled, disablereason }: z.output<typeof Status>) => isenabled || disablereason.trim() !== ''
const reasonRule: z.core.$ZodCustomParams = {
  error: 'Provide a disable reason.',
  path: ['disablereason'],
  // Said together with what else is wrong, and not only when nothing else is.
  when: ({ value }) => Status.safeParse(value).success,
}

/** An employee as the dialog edits one. */
export const EmployeeInput = z.strictObject(fields).refine(hasReason, reasonRule)
export type EmployeeInput = z.output<typeof EmployeeInput>

/** An employee as the dialog adds one: with a login of their own. */
export const NewEmployee = z.strictObject({ ...fields, ...account }).refine(hasReason, reasonRule)
export type NewEmployee = z.output<typeof NewEmployee>

export const Employee = z.object({
  employeeid: Id,
  /** Null for an owner whose sign-up has not come to the site yet. */
  siteid: Id.nullable(),
  sitename: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  position: z.enum(POSITIONS),
  hiredate: z.string().nullable(),
  isenabled: z.boolean(),
  disablereason: z.string(),
  /** Whether there is a login for this person. */
  is_linked: z.boolean(),
  /** Counts edits by people. */
  version: z.number().int(),
})
export type Employee = z.infer<typeof Employee>

export const EmployeesSearch = listInput(['lastname', 'position', 'site', 'status', 'hiredate'], {
  /** Those at this site; those at any without it. */
  siteid: z.coerce.number().pipe(Id).optional(),
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
})
export type EmployeesSearch = z.output<typeof EmployeesSearch>

/** All filtered rows in the list's order, or of these only the ones chosen: what is exported. */
export const EmployeesExport = EmployeesSearch.omit({ page: true }).extend({ ids: ChosenIds.optional() })
export type EmployeesExport = z.output<typeof EmployeesExport>

/** The business, and the person who asks, would be locked out. */
const LAST_OWNER = {
  status: 409,
  message: 'This is the only owner who can log in. Make somebody else an owner first.',
} as const

const route = oc.errors(dataErrors)
const employeeid = z.coerce.number().pipe(Id)

export const employees = {
  list: route
    .route({ method: 'GET', path: '/employees', summary: 'A page of employees', tags: ['Employees'] })
    .input(EmployeesSearch)
    .output(pageOf(Employee)),
  create: route
    .route({
      path: '/employees',
      successStatus: 201,
      summary: 'Add an employee and their login',
      description: 'Sent again with the same request_id and the same values, it answers with the employee made the first time.',
      tags: ['Employees'],
    })
    .input(NewEmployee.safeExtend({ request_id: RequestId.optional() }))
    .output(z.object({ employeeid: Id, user_id: z.string() }))
    .errors({
      /** A taken e-mail too: nobody learns here which e-mails exist (decision 24). */
      NOT_CREATED: { status: 422, message: 'Could not create account' },
      NO_SITE,
      ALREADY_USED: keyReused('An employee'),
      TOO_MANY_ATTEMPTS,
    }),
  update: route
    .route({ method: 'PUT', path: '/employees/{employeeid}', summary: 'Change an employee', tags: ['Employees'] })
    .input(EmployeeInput.safeExtend({ employeeid, opened: OpenedVersion }))
    .output(z.void())
    .errors({ NOT_FOUND, NO_SITE, LAST_OWNER, VERSION_CONFLICT: versionConflict('employee', Employee) }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/employees/{employeeid}',
      summary: 'Delete an employee and their login',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      LAST_OWNER,
      IN_USE: { status: 409, message: 'Cannot delete this employee due to related records.' },
    }),
}

export const employeeFiles = {
  export: route
    .route({ method: 'GET', path: '/employees.csv', summary: 'All filtered employees as CSV', tags: ['Employees'] })
    .input(EmployeesExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
}
