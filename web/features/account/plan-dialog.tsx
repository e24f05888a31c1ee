import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ChosenPlan } from '../../../contract/account.ts'
import { PlanInput } from '../../../contract/signup.ts'
import { PlanCards } from '../../auth/plan-cards.tsx'
import { api } from '../../lib/api/api.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useChoosePlan } from './account-mutations.ts'

type Props = { plan: ChosenPlan | null; onClose: () => void }

export function PlanDialog({ plan, onClose }: Props) {
  const plans = useQuery(api.signup.plans.queryOptions())
  const save = useChoosePlan()
  const form = useForm({
    initialValues: { subscriptionid: plan?.subscriptionid ?? 0 },
    validate: schemaResolver(PlanInput, { sync: true }),
    transformValues: PlanInput.parse,
  })
  const hasTrial = plan?.trial_ends_at != null && plan.trial_ends_at > new Date()

  return (
    <FormDialog
      title="Change plan"
      subtitle={hasTrial ? 'The new plan applies at once, and your trial ends' : 'The new plan applies at once'}
      save="Change plan"
      form={form}
      onSave={(input) => save.mutateAsync(input)}
      onClose={onClose}
    >
      <div data-wide>
        <PlanCards
          plans={plans}
          chosen={form.values.subscriptionid}
          onChoose={(subscriptionid) => form.setValues({ subscriptionid })}
          hasTrial={false}
        />
      </div>
    </FormDialog>
  )
}
