import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { Employee } from '../../../contract/employees.ts'
import { RIGHTS, RightInput } from '../../../contract/rights.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { RightFields } from '../../rights/right-fields.tsx'
import { RIGHT_CHOICES } from '../../rights/right-names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useSetRight } from './employee-mutations.ts'

/** A group of checkboxes gives texts. */
const Typed = z
  .object({ name: z.enum(['none', ...RIGHTS]), siteids: z.array(z.string()), sees_costs: z.boolean() })
  .transform(({ name, siteids, sees_costs }): z.input<typeof RightInput> | null =>
    name === 'none'
      ? null
      : { name, siteids: name === 'bookkeeper' ? [] : siteids.map(Number), sees_costs: name === 'manager' && sees_costs },
  )
  .pipe(RightInput.nullable())
type Fields = z.input<typeof Typed>

type Props = { employee: Employee; onClose: () => void }

const SUBTITLE = 'What this person sees and changes after signing in'

/** Says what an employee with a login may do. */
export function RightDialog(props: Props) {
  const title = `Rights of ${getFullName(props.employee)}`
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
  const form = useForm<Fields, RightInput | null>({
    initialValues: {
      name: right?.name ?? 'none',
      siteids: (right?.siteids ?? (siteid === null ? [] : [siteid])).map(String),
      sees_costs: right?.name === 'manager' && right.sees_costs,
    },
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
      <RightFields
        label="May sign in as"
        choices={RIGHT_CHOICES}
        name={form.values.name}
        sites={sites}
        getInputProps={form.getInputProps}
      />
    </FormDialog>
  )
}
