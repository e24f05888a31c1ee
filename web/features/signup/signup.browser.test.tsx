import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Plan, Review } from '../../../contract/signup.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { closePage, DESK, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import { alert, box, button, expectContains, expectGone, expectNoOverflow, expectUrl, heading } from '../../testing/screen.ts'

const PASSWORD = 'correct horse battery'
const EMAIL = 'naledi@karoopantry.co.za'
const PLAN: Plan = {
  ...{ subscriptionid: 1, name: 'Corner', description: 'For one shop, and for trying Winkel out.', price: 249 },
  ...{ currency: 'ZAR', billing_period: 'monthly', is_active: true },
}
const REVIEW: Review = {
  owner: { firstname: 'Naledi', lastname: 'Dlamini', email: EMAIL, employeeid: 1, siteid: 1 },
  business: { id: '0d9c8b7a-6f5e-4d3c-8b2a-1f0e9d8c7b6a', name: 'Karoo Pantry', registration_number: '2019/123456/07' },
  site: { siteid: 1, sitename: 'Sandton Rivonia', location: '112 Rivonia Road' },
  plan: { ...PLAN, id: '5a4b3c2d-1e0f-4a9b-8c7d-6e5f4a3b2c1d', trial_ends_at: new Date('2026-12-01') },
}
const session = (signup_step: 2 | 3 | 4 | 5 | null) => ({ ...SESSION, signup_step })

const serveSignup = (): Answers => ({
  signup: {
    createUser: () => ({ user: { id: 'a user' } }),
    start: () => session(2),
    plans: () => [PLAN],
    review: () => REVIEW,
    createSite: () => ({ siteid: 1 }),
    choosePlan: () => ({ id: REVIEW.plan?.id ?? '' }),
    finish: () => {},
  },
  rpc_create_business: () => REVIEW.business?.id ?? '',
})

const input = (label: string) => page.getByLabelText(label)
const tab = (name: string) => page.getByRole('tab', { name })
const saveStep = () => button('Save & Continue')
const finish = () => button('Finish & Go to Dashboard')

async function expectStep(step: number) {
  await expect.element(heading('Let’s build your workspace')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(step * 20))
}

async function openSignUp(answers: Answers = {}, size: typeof DESK | typeof PHONE = DESK) {
  const { signup, ...others } = serveSignup()
  await renderScreen(
    '/login',
    { ...others, ...answers, signup: { ...signup, ...answers.signup }, session: { get: () => null } },
    size,
  )
  await tab('Sign up').click()
  await expectStep(1)
}

async function fillAccount(password = PASSWORD) {
  await input('Email').fill(EMAIL)
  await input('First name').fill('Naledi')
  await input('Last name').fill('Dlamini')
  await input('Password').fill(password)
  await input('Confirm password').fill(password)
}

async function createAccount() {
  await fillAccount()
  await button('Create account').click()
  await expectStep(2)
}

async function fillBusiness() {
  await input('Business name').fill('Karoo Pantry')
  await input('Registration number').fill('2019/123456/07')
}

async function fillSite() {
  await input('Primary site name').fill('Sandton Rivonia')
  await input('Location').fill('112 Rivonia Road')
}

const choosePlan = () => page.getByRole('radio', { name: 'Corner' }).click({ force: true })

/** The steps after the account: how each is filled in, and the button that sends it. */
const STEPS = [
  { step: 2, fill: fillBusiness, send: saveStep },
  { step: 3, fill: fillSite, send: saveStep },
  { step: 4, fill: choosePlan, send: saveStep },
  { step: 5, fill: async () => {}, send: finish },
]

describe('sign-up', () => {
  test('shows at each step what is missing, and sends nothing (2.2.17, 5.2.1, 5.2.3, 5.2.4)', async () => {
    const incomplete = 'Please complete all fields and ensure passwords match.'
    await openSignUp()
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent(incomplete)
    await expect.element(input('Email')).toHaveFocus()
    await fillAccount()
    for (const [label, missing, filled] of [
      ['Email', '  ', EMAIL],
      ['First name', '  ', 'Naledi'],
      ['Last name', '  ', 'Dlamini'],
      ['Password', '', PASSWORD],
      ['Confirm password', '', PASSWORD],
    ] as const) {
      await input(label).fill(missing)
      await button('Create account').click()
      await expect.element(input(label)).toHaveFocus()
      await expect.element(input(label)).toHaveAttribute('aria-invalid', 'true')
      await expect.element(alert()).toHaveTextContent(incomplete)
      await input(label).fill(filled)
    }
    await input('Confirm password').fill('correct horse')
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent(incomplete)
    await expect.element(input('Confirm password')).toHaveFocus()
    await input('Confirm password').fill(PASSWORD)
    await input('Last name').fill('D'.repeat(101))
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent('Please use at most 100 characters for the last name.')
    expect(getInputs('signup.createUser')).toEqual([])
    await input('Last name').fill('Dlamini')
    await button('Create account').click()
    await expectStep(2)

    for (const [name, number] of [
      ['', ''],
      ['Karoo Pantry', ' '],
      [' ', '2019/123456/07'],
    ] as const) {
      await input('Business name').fill(name)
      await input('Registration number').fill(number)
      await saveStep().click()
      await expect.element(alert()).toHaveTextContent('Please enter business name and registration number.')
    }
    await fillBusiness()
    await saveStep().click()
    await expectStep(3)
    await expectGone(alert())

    for (const [name, location] of [
      ['', ''],
      ['Sandton', ' '],
      [' ', 'Rivonia Road'],
    ] as const) {
      await input('Primary site name').fill(name)
      await input('Location').fill(location)
      await saveStep().click()
      await expect.element(alert()).toHaveTextContent('Please fill site details.')
    }
    await fillSite()
    await saveStep().click()
    await expectStep(4)
    await expect.element(saveStep()).toBeDisabled()
    expect(getInputs('rpc_create_business')).toHaveLength(1)
    expect(getInputs('signup.createSite')).toHaveLength(1)
    expect(getInputs('signup.choosePlan')).toEqual([])
  })

  test('keeps both buttons of each step in view beside its message on a phone', async () => {
    const expectInView = async (...names: string[]) => {
      for (const name of names) await expect.element(button(name)).toBeInViewport({ ratio: 1 })
    }
    await openSignUp({}, PHONE)
    await button('Create account').click()
    await expect.element(alert()).toBeVisible()
    await expectInView('Cancel', 'Create account')
    await expectAccessible()
    await createAccount()
    for (const { fill } of STEPS.slice(0, 2)) {
      await saveStep().click()
      await expect.element(alert()).toBeVisible()
      await expectInView('Back', 'Save & Continue')
      await expectAccessible()
      await fill()
      await saveStep().click()
      await expectGone(alert())
    }
    await expectStep(4)
    await expectInView('Back', 'Save & Continue')
    await expect.element(saveStep()).toBeDisabled()
    await userEvent.keyboard('{Enter}')
    await expectStep(4)
    expect(getInputs('signup.choosePlan')).toEqual([])
  })

  test('is left by Cancel and the Login tab, and begins at its first step with what was typed (2.2.11, 4.1, 4.2)', async () => {
    await openSignUp()
    await button('Cancel').click()
    await expect.element(heading('Welcome back')).toBeVisible()
    await expect.element(tab('Login')).toHaveAttribute('aria-selected', 'true')
    await tab('Sign up').click()
    await createAccount()
    await tab('Sign up').click()
    await expectStep(2)
    await tab('Login').click()
    await expect.element(heading('Welcome back')).toBeVisible()
    await tab('Sign up').click()
    await expectStep(1)
    await expect.element(input('First name')).toHaveValue('Naledi')
  })

  test('sends every step once, however often the button is pressed (4.28)', async () => {
    let waiting = Promise.withResolvers<void>()
    const late = async <Answer,>(answer: Answer) => {
      await waiting.promise
      return answer
    }
    const submit = () => document.querySelector<HTMLButtonElement>('button[type=submit]')
    await openSignUp({
      rpc_create_business: () => late(REVIEW.business?.id ?? ''),
      signup: {
        start: () => late(session(2)),
        createSite: () => late({ siteid: 1 }),
        choosePlan: () => late({ id: REVIEW.plan?.id ?? '' }),
        finish: () => {
          answerWith({ session: { get: () => session(null) } })
          return late(undefined)
        },
      },
    })
    for (const { step, fill, send } of [{ step: 1, fill: fillAccount, send: () => button('Create account') }, ...STEPS]) {
      await expectStep(step)
      await fill()
      waiting = Promise.withResolvers<void>()
      await send().click()
      await expect.poll(() => submit()?.disabled).toBe(true)
      submit()?.click()
      document.querySelector('form')?.requestSubmit()
      waiting.resolve()
    }
    await expectUrl('/dashboard')
    const calls = ['createUser', 'start', 'createSite', 'choosePlan', 'finish'].map((call) => `signup.${call}`)
    for (const call of [...calls, 'rpc_create_business']) expect(getInputs(call), call).toHaveLength(1)
  })

  test('shares the typed e-mail with the login form', async () => {
    await openSignUp()
    await tab('Login').click()
    await input('Email').fill(EMAIL)
    await tab('Sign up').click()
    await expect.element(input('Email')).toHaveValue(EMAIL)
    await input('Email').fill(`x${EMAIL}`)
    await button('Cancel').click()
    await expect.element(input('Email')).toHaveValue(`x${EMAIL}`)
  })

  test('shows for a used e-mail only that the account could not be created (8.1.6)', async () => {
    await openSignUp({
      signup: {
        createUser: ({ errors }) => {
          throw errors.NOT_CREATED()
        },
        start: ({ errors }) => {
          throw errors.NOT_STARTED()
        },
      },
    })
    await fillAccount()
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent('Could not create account')
    await expect.element(input('Email')).toHaveValue(EMAIL)
    await expect.element(input('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(input('Email')).toHaveFocus()
    await expectStep(1)
  })

  test('offers to continue after a reload, with what was typed but the passwords', async () => {
    const reload = async (url: string, signup_step: 2 | null) => {
      await closePage()
      await renderScreen(url, { ...serveSignup(), session: { get: () => signup_step && session(signup_step) } })
    }
    await openSignUp()
    await fillAccount()
    await reload('/login', null)
    await expect.element(heading('Welcome back')).toBeVisible()
    await page
      .getByRole('complementary', { name: 'Unfinished sign-up' })
      .getByRole('button', { name: 'Continue sign-up' })
      .click()
    await expectStep(1)
    await expect.element(input('Email')).toHaveValue(EMAIL)
    await expect.element(input('Last name')).toHaveValue('Dlamini')
    await expect.element(input('Password')).toHaveValue('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD)
    await createAccount()
    await fillBusiness()
    await input('Business name').fill('Karoo Farm Stalls')
    answerWith({ signup: { review: () => ({ ...REVIEW, business: null, site: null, plan: null }) } })

    await reload('/login?signup=continue', 2)
    await expectStep(2)
    await expect.element(input('Business name')).toHaveValue('Karoo Farm Stalls')
    await tab('Login').click()
    await reload('/login', null)
    await expect.element(heading('Welcome back')).toBeVisible()
    await expectGone(button('Continue sign-up'))
  })

  test('keeps the place of tabs and steps at every step', async () => {
    await openSignUp()
    const top = box(page.getByRole('progressbar')).top
    await createAccount()
    for (const { step, fill, send } of STEPS.slice(0, 3)) {
      await expectStep(step)
      expect(box(page.getByRole('progressbar')).top, `step ${step}`).toBe(top)
      await fill()
      await send().click()
    }
    await expectStep(5)
    expect(box(page.getByRole('progressbar')).top, 'step 5').toBe(top)
  })

  test('asks to log in when the account was created but the sign-in failed (4.5, 8.1.8)', async () => {
    await openSignUp({ signup: { start: loseConnection } })
    await fillAccount()
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent('Account created. Please log in to continue.')
    await expect.element(heading('Welcome back')).toBeVisible()
  })

  test('keeps everything typed when the network fails, at every step (4.3, 8.1.5, 8.1.9, 8.1.12, 8.1.13, 8.1.14)', async () => {
    const answers = serveSignup()
    await openSignUp({ signup: { createUser: loseConnection } })
    await fillAccount()
    await button('Create account').click()
    await expect.element(alert()).toHaveTextContent('Could not create your account. Please try again.')
    await expect.element(input('Email')).toHaveValue(EMAIL)
    answerWith(answers)
    await button('Create account').click()
    const messages = [
      'Could not create business. Try again.',
      'Could not create site. Try again.',
      'Could not set up subscription.',
      'Something went wrong. Please try again.',
    ]
    for (const [index, { step, fill, send }] of STEPS.entries()) {
      await expectStep(step)
      await fill()
      await expect.element(send()).toBeEnabled()
      answerWith({
        rpc_create_business: loseConnection,
        signup: { createSite: loseConnection, choosePlan: loseConnection, finish: loseConnection },
      })
      await send().click()
      await expect.element(alert()).toHaveTextContent(messages[index] ?? '')
      await expect.element(send()).toBeEnabled()
      answerWith({ ...answers, session: { get: () => (step === 5 ? SESSION : session(2)) } })
      await send().click()
    }
    await expectUrl('/dashboard')
  })

  test('shows the message of the step when the server fails, and continues at the next try (8.1.11, 8.1.13, 8.1.14)', async () => {
    const answers = serveSignup()
    const fail = () => {
      throw new Error('the disk is full')
    }
    await openSignUp()
    await createAccount()
    const messages = ['Could not create business.', 'Could not create site. Try again.', 'Could not set up subscription.']
    for (const [index, { step, fill, send }] of STEPS.slice(0, 3).entries()) {
      await expectStep(step)
      await fill()
      answerWith({ rpc_create_business: fail, signup: { createSite: fail, choosePlan: fail } })
      await send().click()
      await expect.element(alert()).toHaveTextContent(messages[index] ?? '')
      answerWith(answers)
      await send().click()
    }
    await expectStep(5)
  })

  test.for(STEPS)('leads back to login when the session ends at step $step (8.1.10)', async ({ step, fill, send }) => {
    const answers = serveSignup()
    await openSignUp({ signup: { start: () => session(step as 2) } })
    await fillAccount()
    await button('Create account').click()
    await expectStep(step)
    await fill()
    await expect.element(send()).toBeEnabled()
    const refuse = ({ errors }: { errors: { NOT_SIGNED_IN: () => Error } }) => {
      throw errors.NOT_SIGNED_IN()
    }
    answerWith({ rpc_create_business: refuse, signup: { createSite: refuse, choosePlan: refuse, finish: refuse } })
    await send().click()
    await expect.element(alert()).toHaveTextContent('You’re not signed in. Please log in and try again.')
    await expect.element(heading('Welcome back')).toBeVisible()
    await expect.element(tab('Login')).toHaveAttribute('aria-selected', 'true')
    answerWith(answers)
  })

  test('shows an empty list with a button to try again when the plans cannot be loaded (7.2.3, 8.1.15)', async () => {
    await openSignUp({ signup: { plans: loseConnection, start: () => session(4) } })
    await fillAccount()
    await button('Create account').click()
    await expectStep(4)
    await expect.element(button('Try again')).toBeVisible()
    expect(page.getByRole('radio').elements()).toEqual([])
    await expectGone(alert())
    await expect.element(saveStep()).toBeDisabled()
    answerWith({ signup: { plans: () => [PLAN] } })
    await button('Try again').click()
    await choosePlan()
    await expect.element(saveStep()).toBeEnabled()
  })

  test('requires a login to continue without a session', async () => {
    await renderScreen('/login?signup=continue', { session: { get: () => null } })
    await expect.element(heading('Welcome back')).toBeVisible()
    await expect.element(alert()).toHaveTextContent('You’re not signed in. Please log in and try again.')
  })

  test('has the review and its buttons in the width of a telephone', async () => {
    await renderScreen('/login?signup=continue', { ...serveSignup(), session: { get: () => session(5) } })
    await page.viewport(320, 640)
    await expectStep(5)
    await expect.element(page.getByRole('region', { name: 'Plan' }).getByText('Corner')).toBeVisible()
    await expect.element(finish()).toBeInViewport({ ratio: 1 })
    await expect.element(button('Back')).toBeInViewport({ ratio: 1 })
    expectNoOverflow()
  })

  test('says at the review what the plan has and what follows the trial, and without a trial that there is none', async () => {
    const { plan } = REVIEW
    await renderScreen('/login?signup=continue', { ...serveSignup(), session: { get: () => session(5) } })
    const about = page.getByRole('region', { name: 'About the plan' })
    for (const text of [
      'Corner includes Unlimited sites, Owner & staff roles, Sales, stock & cashups, Priority support.',
      'The first 7 days are a trial. The plan then goes on at ZAR 249,00, billed monthly.',
      'No card is needed, and nothing is locked or deleted.',
    ])
      await expectContains(about, text)
    await closePage()
    const review = () => ({ ...REVIEW, plan: plan && { ...plan, trial_ends_at: null } })
    const { signup } = serveSignup()
    await renderScreen('/login?signup=continue', { signup: { ...signup, review }, session: { get: () => session(5) } })
    await expectContains(about, 'The plan starts now, without a trial, at ZAR 249,00, billed monthly.')
  })

  test('says what a sole trader types as registration number', async () => {
    await renderScreen('/login?signup=continue', { ...serveSignup(), session: { get: () => session(2) } })
    await expect
      .element(input('Registration number'))
      .toHaveAccessibleDescription('Sole trader without one? Type your ID number or ‘Sole trader’.')
  })

  test('continues on /login in the same browser', async () => {
    await renderScreen('/login', { ...serveSignup(), session: { get: () => session(3) } })
    const card = page.getByRole('complementary', { name: 'Signed in' })
    await card.getByRole('button', { name: 'Continue sign-up' }).click()
    await expectStep(3)
    await expect.element(input('Primary site name')).toHaveFocus()
  })
})
