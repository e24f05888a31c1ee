import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Employee } from '../../../contract/employees.ts'
import { RightInput } from '../../../contract/rights.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { LazyRightFieldset } from '../../rights/lazy-right-fieldset.ts'
import { type RightFields, toRightFields, toRightInput } from '../../rights/right-fields.ts'
import { RIGHT_CHOICES } from '../../rights/right-names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useSetRight } from './employee-mutations.ts'

const Typed = z
  .custom<RightFields>()
  .transform((fields): z.input<typeof RightInput> | null => (fields.name === 'none' ? null : toRightInput(fields)))
  .pipe(RightInput.nullable())

type Props = { employee: Employee; onClose: () => void }

const SUBTITLE = 'What this person can see and change'

/** Says what an employee with a login may do. */
export function RightDialog(props: Props) {
  const title = `Permissions of ${getFullName(props.employee)}`
  const sites = useQuery(api.sites.options.queryOptions())
  return sites.data ? (
    <RightForm {...props} title={title} sites={sites.data} />
  ) : (
    <LoadingDialog
      title={title}
      subtitle={SUBTITLE}
      query={sites}
      failure="Failed to load sites"
      fields={4}
      onClose={props.onClose}
    />
  )
}

function RightForm({ employee, title, sites, onClose }: Props & { title: string; sites: SiteOption[] }) {
  const save = useSetRight()
  const { right, siteid, employeeid } = employee
  const form = useForm<RightFields, RightInput | null>({
    initialValues: toRightFields(right, { name: 'none', siteid }),
    validate: schemaResolver(Typed, { sync: true }),
    transformValues: Typed.parse,
  })
  return (
    <FormDialog
      title={title}
      subtitle={SUBTITLE}
      form={form}
      onSave={(chosen) => save.mutateAsync({ employeeid, right: chosen })}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'NO_SITE' ? 'siteids' : undefined)}
    >
      <LazyRightFieldset
        label="May sign in as"
        field={(name, options) => form.getInputProps(name, options)}
        values={form.values}
        choices={RIGHT_CHOICES}
        sites={sites}
      />
    </FormDialog>
  )
}
