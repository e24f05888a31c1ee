import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { AccountForm, BusinessInput, type Review, SignupSiteInput } from '../../../contract/signup.ts'
import { readDraft, saveDraft } from '../../auth/signup-draft.ts'

const EMPTY = { business: { p_name: '', p_reg: '' }, site: { sitename: '', location: '' }, plan: { subscriptionid: null } }

/** What was typed, if anything was, or what was saved in an earlier visit. */
const prefer = <Values extends object>(typed: Values | undefined, saved: Values | null, empty: Values) =>
  typed && Object.values(typed).some((value) => value !== null && value !== '') ? typed : (saved ?? empty)

/** The forms of all steps, kept when the user goes back and forth and after a reload. The e-mail is shared with the login form. */
export function useSignupForms(email: string, onEmail: (email: string) => void) {
  const [draft] = useState(readDraft)
  const account = useForm({
    onValuesChange: (values) => onEmail(values.email),
    initialValues: { email, firstname: '', lastname: '', ...draft?.account, password: '', confirm: '' },
    validate: schemaResolver(AccountForm, { sync: true }),
    transformValues: (values) => AccountForm.parse(values),
  })
  const business = useForm({
    initialValues: draft?.business ?? EMPTY.business,
    validate: schemaResolver(BusinessInput, { sync: true }),
    transformValues: (values) => BusinessInput.parse(values),
  })
  const site = useForm({
    initialValues: draft?.site ?? EMPTY.site,
    validate: schemaResolver(SignupSiteInput, { sync: true }),
    transformValues: (values) => SignupSiteInput.parse(values),
  })
  const plan = useForm<{ subscriptionid: number | null }>({ initialValues: draft?.plan ?? EMPTY.plan })

  const isTyped = account.isDirty() || business.isDirty() || site.isDirty() || plan.isDirty()
  useEffect(() => {
    if (isTyped) saveDraft({ account: account.values, business: business.values, site: site.values, plan: plan.values })
  }, [isTyped, account.values, business.values, site.values, plan.values])

  /** Fills the forms with the values saved in an earlier visit. What this person has typed since then stays. */
  const fill = (saved: Review) => {
    const { owner } = saved
    const typed = draft?.account.email.trim().toLowerCase() === owner.email ? draft : undefined
    account.setValues({ email: owner.email, firstname: owner.firstname, lastname: owner.lastname })
    account.resetDirty()
    const savedBusiness = saved.business && { p_name: saved.business.name, p_reg: saved.business.registration_number }
    const savedSite = saved.site && { sitename: saved.site.sitename, location: saved.site.location }
    const savedPlan = saved.plan && { subscriptionid: saved.plan.subscriptionid }
    // A form without saved values may have been filled in while they were loading.
    if (savedBusiness || !business.isDirty()) business.setValues(prefer(typed?.business, savedBusiness, EMPTY.business))
    if (savedSite || !site.isDirty()) site.setValues(prefer(typed?.site, savedSite, EMPTY.site))
    if (savedPlan || !plan.isDirty()) plan.setValues(prefer(typed?.plan, savedPlan, EMPTY.plan))
  }
  return { account, business, site, plan, fill }
}

export type SignupForms = ReturnType<typeof useSignupForms>
