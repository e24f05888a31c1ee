import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { RefObject } from 'react'
import { POSITIONS } from '../../../contract/employees.ts'
import { EMPLOYEE_PASSWORD_MIN } from '../../../contract/shared/constants.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { LazyRightFieldset } from '../../rights/lazy-right-fieldset.ts'
import { INVITED_CHOICES } from '../../rights/right-names.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { type EmployeeFields, LOGINS } from './employee-form.ts'

type Props = {
  form: Pick<UseFormReturnType<EmployeeFields>, 'getInputProps' | 'values'>
  sites: SiteOption[]
  isNew: boolean
  dateInput: RefObject<HTMLInputElement | null>
}

const WIDE = { 'data-wide': true }
const STATUSES = [
  { value: true, label: 'Enabled' },
  { value: false, label: 'Disabled' },
]

/** Beside 'May sign in as'. */
const ROLE_HINT = 'The job title. “May sign in as” sets what the person sees.'

const LOGIN_HINTS = {
  password: 'You choose the password and give it to the person.',
  invitation: 'The person gets a link by e-mail to choose a password.',
  none: 'Only sells at a till. You can invite the person later.',
}

const NO_RIGHT_YET = ' To let the person sign in, save, then choose ‘Edit’ and ‘Permissions’.'

export function EmployeeFieldset({ form, sites, isNew, dateInput }: Props) {
  const { login, position } = form.values
  const field = (name: keyof EmployeeFields) => ({ size: 'md', ...form.getInputProps(name) }) as const
  return (
    <>
      <TextInput label="First name" autoComplete="off" {...field('firstname')} />
      <TextInput label="Last name" autoComplete="off" {...field('lastname')} />
      <SelectField
        label="Role"
        data={POSITIONS}
        description={isNew && login === 'invitation' && position !== 'Owner' ? ROLE_HINT : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...field('position')}
      />
      <DateField ref={dateInput} label="Hire date" {...field('hiredate')} />
      <SelectField
        label="Site"
        placeholder="Select a site"
        data={sites.map(({ siteid, sitename }) => ({ value: siteid, label: sitename }))}
        {...field('siteid')}
      />
      <SelectField label="Status" data={STATUSES} {...field('isenabled')} />
      {!form.values.isenabled && (
        <TextInput label="Disable reason" autoComplete="off" wrapperProps={WIDE} {...field('disablereason')} />
      )}
      {isNew && (
        <>
          <hr {...WIDE} />
          <SelectField
            label="How they sign in"
            description={`${LOGIN_HINTS[login]}${login === 'password' && position !== 'Owner' ? NO_RIGHT_YET : ''}`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={LOGINS}
            wrapperProps={WIDE}
            {...field('login')}
          />
          {login !== 'none' && (
            <TextInput
              label={login === 'password' ? 'Email (new account)' : 'Email'}
              type="email"
              autoComplete="off"
              wrapperProps={WIDE}
              {...field('email')}
            />
          )}
          {login === 'password' && (
            <PasswordField
              label="Password (new account)"
              description={`At least ${EMPLOYEE_PASSWORD_MIN} characters`}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              autoComplete="new-password"
              wrapperProps={WIDE}
              {...field('password')}
            />
          )}
          {login === 'invitation' && position !== 'Owner' && (
            <LazyRightFieldset
              label="May sign in as"
              field={(name, options) => form.getInputProps(`right.${name}`, options)}
              values={form.values.right}
              choices={INVITED_CHOICES}
              sites={sites}
            />
          )}
        </>
      )}
      <TextInput
        label="Code"
        description="The seller code your tills send, such as 12. Leave empty if they send none."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        wrapperProps={WIDE}
        {...field('employee_code')}
      />
    </>
  )
}
