import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { splitName } from '../../../../contract/columns/split-name.ts'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { client } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/messages.ts'
import { useSave } from '../../../lib/api/use-save.ts'
import { useRequestIds } from '../../../lib/browser/use-request-ids.ts'
import { pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

type Seller = SalesImportPreview['unknown_employees'][number]
type Props = {
  /** Who sold and is not on the team. */
  sellers: Seller[]
  disabled: boolean
  /** The ids by the names of the file. */
  onAdded: (employees: Record<string, number>) => void
}

const FAILED = 'Could not add the employees. Please try again.'

/** Adds the sellers of a file as employees without a login. Those of whom the file has one name are asked for their last name. */
export function AddEmployees({ sellers, disabled, onAdded }: Props) {
  const [lastNames, setLastNames] = useState<Record<string, string>>({})
  const findRequestId = useRequestIds()
  const named = sellers.map((seller) => {
    const name = splitName(seller.name)
    return {
      ...seller,
      ...name,
      isAsked: name.lastname === '',
      lastname: name.lastname || (lastNames[seller.name]?.trim() ?? ''),
    }
  })
  const complete = named.filter(({ lastname }) => lastname !== '')
  const add = useSave(
    async (added: typeof complete) => {
      const ids: Record<string, number> = {}
      for (const { name, firstname, lastname, siteid } of added) {
        const employee = { firstname, lastname, siteid, position: 'Employee', isenabled: true, login: 'none' } as const
        ids[name] = (await client.employees.create({ ...employee, request_id: findRequestId(name) })).employeeid
      }
      return ids
    },
    ['employees'],
  )
  return (
    <div className="stack gap-8 full-row">
      <p className="grey small">
        {sellers.length === 1 ? 'This person is' : 'These people are'} not on your team. Choose an employee, or add{' '}
        {sellers.length === 1 ? 'the person' : 'them'} without sign-in. Otherwise these sales count for their site’s till. You can
        choose later under Employees.
      </p>
      {named.map(
        ({ name, firstname, isAsked }) =>
          isAsked && (
            <TextInput
              key={name}
              size="md"
              maw={360}
              label={`Last name of ${firstname}`}
              value={lastNames[name] ?? ''}
              onChange={(event) => setLastNames({ ...lastNames, [name]: event.currentTarget.value })}
            />
          ),
      )}
      {add.isError && <Notice kind="error">{getErrorMessage(add.error, FAILED)}</Notice>}
      <div>
        <Button
          size="xs"
          disabled={disabled || add.isPending || complete.length === 0}
          onClick={() => add.mutate(complete, { onSuccess: onAdded })}
        >
          Add {pluralize(complete.length || sellers.length, 'employee')}
        </Button>
      </div>
    </div>
  )
}
