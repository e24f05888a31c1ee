import { schemaResolver, useForm } from '@mantine/form'
import { AccountForm, BusinessInput, type Review, SignupSiteInput } from '../../../contract/signup.ts'

/** The forms of all steps, kept when the user goes back and forth. The e-mail is shared with the login form. */
export function useSignupForms(email: string, onEmail: (email: string) => void) {
  const account = useForm({
    onValuesChange: (values) => onEmail(values.email),
    initialValues: { email, firstname: '', lastname: '', password: '', confirm: '' },
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

  /** Fills the forms with the values saved in an earlier visit. */
  const fill = (saved: Review) => {
    account.setValues({ email: saved.owner.email, firstname: saved.owner.firstname, lastname: saved.owner.lastname })
    account.resetDirty()
    if (saved.business) business.setValues({ p_name: saved.business.name, p_reg: saved.business.registration_number })
    if (saved.site) site.setValues({ sitename: saved.site.sitename, location: saved.site.location })
    if (saved.plan) plan.setValues({ subscriptionid: saved.plan.subscriptionid })
  }
  return { account, business, site, plan, fill }
}

export type SignupForms = ReturnType<typeof useSignupForms>
