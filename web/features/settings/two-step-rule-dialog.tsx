import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import type { Account } from '../../../contract/account.ts'
import { TWO_STEP_PEOPLE, type TwoStepPeople } from '../../../contract/rights.ts'
import { TWO_STEP_NAMES } from '../../../contract/shared/names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useRequireTwoStep } from './settings-mutations.ts'

const Rule = z.object({ people: z.array(z.enum(TWO_STEP_PEOPLE)) })

/** Asked of an owner who would have to turn it on at once. */
const OWN_QUESTION = {
  title: 'You do not have two-step sign-in yet',
  text: 'After saving, turn it on for yourself first. Have your phone with an authenticator app ready.',
  action: 'Save and turn it on',
}

type Props = { account: Account; onClose: () => void }

/** Says of whom two-step sign-in is required. */
export function TwoStepRuleDialog({ account: { two_step, two_step_for = [] }, onClose }: Props) {
  const save = useRequireTwoStep()
  const form = useForm({
    initialValues: { people: two_step_for },
    validate: schemaResolver(Rule, { sync: true }),
    transformValues: Rule.parse,
  })
  const { people } = form.values
  const toggle = (name: TwoStepPeople) =>
    form.setFieldValue('people', people.includes(name) ? people.filter((other) => other !== name) : [...people, name])

  return (
    <FormDialog
      title="Require two-step sign-in"
      subtitle="Sign-in also asks for a code from an app on the phone"
      form={form}
      askFirst={({ people }) => (people.includes('everything') && !two_step.is_on ? OWN_QUESTION : undefined)}
      onSave={save.mutateAsync}
      onClose={onClose}
    >
      <fieldset data-wide>
        <legend className="medium small">Required for</legend>
        <div style={{ display: 'grid' }}>
          {TWO_STEP_PEOPLE.map((name) => (
            <label key={name} className="choice">
              <input type="checkbox" checked={people.includes(name)} onChange={() => toggle(name)} />
              {name === 'everything' ? 'Owners: everyone with the role Owner, and you' : TWO_STEP_NAMES[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <p className="grey small" data-wide>
        People without it turn it on at their next step. Nobody is signed out.
      </p>
    </FormDialog>
  )
}
