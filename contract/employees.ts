import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Invitation, InvitedEmail, invitationErrors } from './invitations.ts'
import { GivenRight, RightInput } from './rights.ts'
import { EmployeesSearch } from './search/employees.ts'
import { Email, NewPassword, TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { CsvFile, Id, OpenedVersion, RequestId, requiredSite, requiredText, Text } from './shared/fields.ts'
import { ChosenIds, createPageSchema } from './shared/list.ts'
import { undoErrors } from './shared/undo-errors.ts'
import { TillPin } from './till-pins.ts'

export const POSITIONS = ['Owner', 'Manager', 'Employee'] as const

const EMAIL = 'Email is required for account creation.'
const PASSWORD = 'Password is required.'
const REASON_MAX = 500

/** 'YYYY-MM-DD', null or ''. May be earlier than other dates. */
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

export const EMPLOYEE_CODE_MAX = 40
/** As codes of employees are compared: without case and blanks. */
export const toCodeIdentity = (code: string) => code.toLowerCase().replace(/\s+/g, '')
/** Left out, the code stays. '' is none. */
const EmployeeCode = Text.trim()
  .max(EMPLOYEE_CODE_MAX, `Use at most ${EMPLOYEE_CODE_MAX} characters for a code.`)
  .nullable()
  .transform((code) => code || null)
  .optional()

/** Of an employee who is imported too. */
export const employeeFields = {
  firstname: requiredText('First name is required.', 100),
  lastname: requiredText('Last name is required.'),
  hiredate: HireDate,
  siteid: requiredSite,
  /** What tills call the employee: unique in the business, without case and blanks. */
  employee_code: EmployeeCode,
}

const Reason = Text.trim().max(REASON_MAX, `Please use at most ${REASON_MAX} characters.`)

const NO_REASON = 'Provide a disable reason.'
export const DisableReason = Reason.min(1, NO_REASON)

const fields = {
  ...employeeFields,
  position: z.enum(POSITIONS, 'Select a role.'),
  isenabled: z.boolean(),
  /** Cleared when the employee is enabled. */
  disablereason: Reason.default(''),
}

const account = {
  email: z.string(EMAIL).trim().min(1, EMAIL).pipe(Email),
  password: z.string(PASSWORD).min(1, PASSWORD).pipe(NewPassword),
}

const Status = z.object({ isenabled: z.boolean(), disablereason: z.string().default('') })
const hasReason = ({ isenabled, disablereason }: z.output<typeof Status>) => isenabled || disablereason.trim() !== ''
const reasonRule: z.core.$ZodCustomParams = {
  error: NO_REASON,
  path: ['disablereason'],
  // Without this, zod would run the rule only when every field is valid.
  when: ({ value }) => Status.safeParse(value).success,
}

/** The edit dialog's input. */
export const EmployeeInput = z.strictObject(fields).refine(hasReason, reasonRule)
export type EmployeeInput = z.output<typeof EmployeeInput>

/** An employee with a login, as an owner adds one who chooses the password. */
export const NewEmployee = z
  .strictObject({ ...fields, ...account, login: z.literal('password').optional() })
  .refine(hasReason, reasonRule)
export type NewEmployee = z.output<typeof NewEmployee>

/** An employee who is invited by e-mail and chooses the password. */
export const InvitedEmployee = z
  .strictObject({ ...fields, email: InvitedEmail, login: z.literal('invitation'), right: RightInput.optional() })
  .refine(hasReason, reasonRule)
  .refine(({ isenabled }) => isenabled, { error: 'Enable this person before you invite them.', path: ['isenabled'] })
  .refine(({ position, right }) => position === 'Owner' || right !== undefined, {
    error: 'Choose what this person may do.',
    path: ['right'],
  })
export type InvitedEmployee = z.output<typeof InvitedEmployee>

/** An employee who sells at a till, and never signs in. */
export const EmployeeWithoutLogin = z.strictObject({ ...fields, login: z.literal('none') }).refine(hasReason, reasonRule)
export type EmployeeWithoutLogin = z.output<typeof EmployeeWithoutLogin>

const request = { request_id: RequestId.optional() }
const AddedEmployee = z.discriminatedUnion('login', [
  NewEmployee.safeExtend(request),
  InvitedEmployee.safeExtend(request),
  EmployeeWithoutLogin.safeExtend(request),
])
export type AddedEmployee = z.output<typeof AddedEmployee>

export const Employee = z.object({
  employeeid: Id,
  /** Null for an owner before the site step of sign-up. */
  siteid: Id.nullable(),
  sitename: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  position: z.enum(POSITIONS),
  hiredate: z.string().nullable(),
  isenabled: z.boolean(),
  disablereason: z.string(),
  /** Whether the employee has a login. */
  is_linked: z.boolean(),
  /** Whether the login is that of the caller. */
  is_caller: z.boolean(),
  /** What an employee with a login may do who is no owner: without it, the person cannot sign in. */
  right: GivenRight.optional(),
  /** Of an employee without a login who was invited. */
  invitation: Invitation.optional(),
  /** Only of a person who was made anonymous. */
  is_anonymous: z.literal(true).optional(),
  /** What tills call the employee; null for none. A server of the release before leaves it out. */
  employee_code: z.string().nullish(),
  /** Whether the employee has a till PIN. A server of the release before leaves it out. */
  has_pin: z.boolean().optional(),
  /** Counts edits by people. */
  version: z.number().int(),
})
export type Employee = z.infer<typeof Employee>

/** All filtered rows in the list's order, or only the selected ones of these. */
export const EmployeesExport = EmployeesSearch.omit({ page: true }).extend({ ids: ChosenIds.optional() })
export type EmployeesExport = z.output<typeof EmployeesExport>

/** Nobody could sign in to the business any more. */
const LAST_OWNER = {
  status: 409,
  message: 'This is the only owner who can sign in. Make someone else an owner first.',
} as const

const OWNER_ONLY = {
  status: 403,
  message: 'This is the owner of the business. Only the owner can change or remove this record.',
} as const

const GIVE_OWNER_ONLY = { status: 403, message: 'Only the owner can change permissions.' } as const

const PIN_OWNER_ONLY = { status: 403, message: 'Only the owner can set the PIN of an Owner.' } as const

const ANONYMIZE_OWNER_ONLY = { status: 403, message: 'Only the owner can make people anonymous.' } as const

const NO_LOGIN = {
  status: 409,
  message: 'This person has no login, or is an Owner with all permissions.',
} as const

const ANONYMOUS = { status: 409, message: 'This person is anonymous and cannot be changed.' } as const

const NOT_ANONYMOUS = {
  status: 409,
  message: 'You cannot make the owner or yourself anonymous.',
} as const

const OWN_ACCESS = { status: 409, message: 'You cannot end your own access. Another owner can.' } as const

const TILL_EMPLOYEE = { status: 409, message: 'This employee stands for a till, not a person.' } as const

export const CODE_TAKEN = { status: 409, message: 'Another employee has this code.' } as const

const route = oc.errors(dataErrors)
const employeeid = z.coerce.number().pipe(Id)

export const employees = {
  list: route
    .route({ method: 'GET', path: '/employees', summary: 'A page of employees', tags: ['Employees'] })
    .input(EmployeesSearch)
    .output(createPageSchema(Employee)),
  create: route
    .route({
      path: '/employees',
      successStatus: 201,
      summary: 'Add an employee and their login',
      description:
        "A retry with the same request_id and values returns the employee of the first request. `login` is 'password' where it is left out; with 'invitation' the person is invited by e-mail, and gets the login when the password is chosen; with 'none' the employee has no login.",
      tags: ['Employees'],
    })
    .input(AddedEmployee)
    /** Without a login there is no `user_id`. */
    .output(z.object({ employeeid: Id, user_id: z.string().optional(), invitation: Invitation.optional() }))
    .errors({
      /** Also for a taken e-mail address: the answer must not reveal which addresses exist. */
      NOT_CREATED: { status: 422, message: 'Could not create account' },
      NO_SITE,
      CODE_TAKEN,
      OWNER_ONLY: invitationErrors.OWNER_ONLY,
      NOT_PROVEN: invitationErrors.NOT_PROVEN,
      ALREADY_USED: keyReused('An employee'),
      TOO_MANY_ATTEMPTS,
    }),
  update: route
    .route({ method: 'PUT', path: '/employees/{employeeid}', summary: 'Change an employee', tags: ['Employees'] })
    .input(EmployeeInput.safeExtend({ employeeid, opened: OpenedVersion }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      NO_SITE,
      CODE_TAKEN,
      LAST_OWNER,
      OWNER_ONLY,
      ANONYMOUS,
      VERSION_CONFLICT: versionConflict('employee', Employee),
    }),
  setRight: route
    .route({
      method: 'PUT',
      path: '/employees/{employeeid}/right',
      summary: 'Say what an employee with a login may do; owner only',
      description:
        'A bookkeeper sees all figures and saves cash-ups. A manager has sales, products, stock and cash-ups of the own sites, and changes stock and cash-ups; a stock keeper has and changes products and stock of the own sites, without revenue. With null the person cannot sign in any more. The position Owner includes everything.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid, right: RightInput.nullable() }))
    .output(z.void())
    .errors({ NOT_FOUND, NO_SITE, OWNER_ONLY: GIVE_OWNER_ONLY, NO_LOGIN }),
  setPin: route
    .route({
      method: 'PUT',
      path: '/employees/{employeeid}/pin',
      summary: 'Set the PIN with which an employee sells at a till, or remove it',
      description:
        'Tills get a salted hash of it. Null removes the PIN. Only the owner sets that of another person with the position Owner.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid, pin: TillPin.nullable() }))
    .output(z.void())
    .errors({ NOT_FOUND, ANONYMOUS, TILL_EMPLOYEE, OWNER_ONLY: PIN_OWNER_ONLY }),
  undo: route
    .route({
      path: '/employees/{employeeid}/undo',
      summary: 'Take one change of an employee back',
      description:
        'Writes what the record had before, as an edit, with the role and the sessions. Refused unless it still has all values of that change.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid, changeid: Id }))
    .output(z.void())
    .errors({ NOT_FOUND, NO_SITE, CODE_TAKEN, LAST_OWNER, OWNER_ONLY, ANONYMOUS, ...undoErrors }),
  makeAnonymous: route
    .route({
      method: 'PUT',
      path: '/employees/{employeeid}/anonymous',
      summary: 'Make a person who left anonymous, which nothing undoes; owner only',
      description:
        "The name becomes 'Former employee' with a number wherever this person is shown, and the login is removed. Notes, tickets and other texts keep the words that were written. Sales and figures stay. A retry answers with the same number.",
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid }))
    .output(z.object({ number: z.number().int() }))
    .errors({ NOT_FOUND, LAST_OWNER, OWNER_ONLY: ANONYMIZE_OWNER_ONLY, NOT_ANONYMOUS, TILL_EMPLOYEE }),
  access: route
    .route({
      method: 'GET',
      path: '/employees/{employeeid}/access',
      summary: 'What ends with the access of an employee, beside what the list has, and what does not',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid }))
    .output(
      z.object({
        /** In how many browsers the person is signed in. */
        sessions: z.number().int(),
        /** How many read keys of programs the person created that still work. */
        read_keys: z.number().int(),
        /** Names of the keys of tills at the site of the employee. They stay: they belong to the site. */
        tills: z.array(z.string()),
        /** Addresses of webhooks that are turned off with the access, without what is after '?'. Left out where there are none. */
        webhooks: z.array(z.string()).optional(),
      }),
    )
    .errors({ NOT_FOUND }),
  endAccess: route
    .route({
      method: 'PUT',
      path: '/employees/{employeeid}/access',
      summary: 'End the access of a person who leaves',
      description:
        'Disables the employee and ends the sessions, the right, the invitation, the till PIN, mailed links and the read keys that the person created. The position Owner becomes Employee. Sales, cash-ups, documents and the log keep the name. A second call changes nothing.',
      tags: ['Employees'],
    })
    .input(z.strictObject({ employeeid, disablereason: DisableReason }))
    .output(z.object({ sessions: z.number().int() }))
    .errors({ NOT_FOUND, LAST_OWNER, OWNER_ONLY, ANONYMOUS, OWN_ACCESS }),
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
      OWNER_ONLY,
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
