import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { AccountForm, BusinessInput, type Review, SignupSiteInput } from '../../contract/signup.ts'
import { type Told, told } from '../session/told.ts'
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts'

/** What is typed in every step, kept while one goes forth and back. */
export function useSignupForms() {
  const account = useForm({
    initialValues: { email: '', firstname: '', lastname: '', password: '', confirm: '' },
    validate: schemaResolver(AccountForm, { sync: true }),
    transformValues: (values) => AccountForm.parse(values),
  })
  const business = useForm({
    initialValues: { p_name: '', p_reg: '' },
    validate: schemaResolver(BusinessInput, { sync: true }),
    transformValues: (values) => BusinessInput.parse(values),
  })
  const site = useForm({
    initialValues: { sitename: '', location: '' },
    validate: schemaResolver(SignupSiteInput, { sync: true }),
    transformValues: (values) => SignupSiteInput.parse(values),
  })
  const plan = useForm<{ subscriptionid: number | null }>({ initialValues: { subscriptionid: null } })

  /** Fills the steps with what an earlier visit saved. */
  const fill = (saved: Review) => {
    account.setValues({ email: saved.owner.email, firstname: saved.owner.firstname, lastname: saved.owner.lastname })
    if (saved.business) business.setValues({ p_name: saved.business.name, p_reg: saved.business.registration_number })
    if (saved.site) site.setValues({ sitename: saved.site.sitename, location: saved.site.location })
    if (saved.plan) plan.setValues({ subscriptionid: saved.plan.subscriptionid })
  }
  return { account, business, site, plan, fill }
}

export type SignupForms = ReturnType<typeof useSignupForms>

/** A field that is only marked when it is wrong: the sentence is the same for the whole step, and stands in the banner. */
export const field = <Values extends object>(form: UseFormReturnType<Values, Values>, name: Extract<keyof Values, string>) => ({
  ...form.getInputProps(name as never),
  error: Boolean(form.errors[name]),
})

/** What a step does with fields that are wrong: their sentence stands in the banner, and the first of them is gone to. */
export const refuse =
  (form: { getInputNode(path: string): HTMLElement | null }, onTell: (said: Told) => void) =>
  (errors: Record<string, unknown>) => {
    onTell(told(String(Object.values(errors)[0])))
    focusFirstInvalid(form, errors)
  }
