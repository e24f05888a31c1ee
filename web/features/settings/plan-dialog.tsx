import { schemaResolver, useForm } from '@mantine/form'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ChosenPlan } from '../../../contract/own-business.ts'
import { type Plan, PlanInput } from '../../../contract/signup.ts'
import { PlanCards } from '../../auth/plan-cards.tsx'
import { api } from '../../lib/api/api.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useChoosePlan } from './settings-mutations.ts'

type Props = { plan: ChosenPlan | null; onClose: () => void }

export function PlanDialog(props: Props) {
  const { plan, onClose } = props
  const plans = useQuery(api.signup.plans.queryOptions())
  const hasTrial = plan?.trial_ends_at != null && plan.trial_ends_at > new Date()
  const words = {
    title: 'Change plan',
    subtitle: hasTrial ? 'The new plan applies at once, and your trial ends' : 'The new plan applies at once',
  }
  return plans.data ? (
    <PlanForm {...props} {...words} plans={plans} />
  ) : (
    <LoadingDialog {...words} query={plans} failure="Failed to load the plans" fields={3} onClose={onClose} />
  )
}

function PlanForm({
  plan,
  plans,
  onClose,
  ...words
}: Props & { plans: UseQueryResult<Plan[]>; title: string; subtitle: string }) {
  const save = useChoosePlan()
  const form = useForm({
    initialValues: { subscriptionid: plan?.subscriptionid ?? 0 },
    validate: schemaResolver(PlanInput, { sync: true }),
    transformValues: PlanInput.parse,
  })

  return (
    <FormDialog {...words} save="Change plan" form={form} onSave={(input) => save.mutateAsync(input)} onClose={onClose}>
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
