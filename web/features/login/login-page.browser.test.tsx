import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ROLE_MESSAGES } from '../../../contract/shared/errors.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { type Answers, answerRoute, answerWith, getInputs, hold, loseConnection, removeRoute } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import {
  alert,
  box,
  button,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectTexts,
  expectUrl,
  heading,
} from '../../testing/screen.ts'

const EMAIL = SESSION.user.email
const PASSWORD = 'correct horse battery'
const email = () => page.getByLabelText('Email')
const password = () => page.getByLabelText('Password', { exact: true })
const tab = (name: string) => page.getByRole('tab', { name })
const signIn = () => button('Sign In')

type SessionAnswers = NonNullable<Answers['session']>

/** Opens /login without a session. */
const openLogin = (session: SessionAnswers = {}, size: readonly [number, number] = DESK, url = '/login') =>
  renderScreen(url, { session: { get: () => null, ...session } }, size)

async function logIn(address: string = EMAIL, secret = PASSWORD) {
  await email().fill(address)
  await password().fill(secret)
  await signIn().click()
}

const serveSignIn = (): SessionAnswers => ({ signIn: () => SESSION, get: () => SESSION })

describe('login', () => {
  test.each([DESK, PHONE])('shows title, tabs and fields, in %s by %s pixels (2.1.2, 2.2.1, 2.2.4, 2.2.5)', async (...size) => {
    await openLogin({}, size)
    await expectTexts(page.getByRole('tab'), ['Login', 'Sign up'])
    await expect.element(tab('Login')).toHaveAttribute('aria-selected', 'true')
    await expect.element(heading('Welcome back')).toBeVisible()
    await expect.element(page.getByText('Sign in to your dashboard', { exact: true })).toBeVisible()
    await expect.element(email()).toHaveAttribute('type', 'email')
    await expect.element(email()).toHaveFocus()
    await expect.element(signIn()).toBeInViewport({ ratio: 1 })
    expectNoOverflow()
    await expectAccessible()
  })

  test('shows and hides the password (2.2.5)', async () => {
    await openLogin()
    await password().fill('open sesame')
    await expect.element(password()).toHaveAttribute('type', 'password')
    await button('Show password').click()
    await expect.element(password()).toHaveAttribute('type', 'text')
    await button('Hide password').click()
    await expect.element(password()).toHaveAttribute('type', 'password')
    await expect.element(password()).toHaveValue('open sesame')
  })

  test('shows what is missing before a request is sent (2.2.4, 2.2.6, 2.2.7)', async () => {
    await openLogin({}, PHONE)
    await logIn('naledi', '')
    await expectContains(alert(), 'Please enter a valid e-mail address.')
    await expect.element(email()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(password()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(email()).toHaveFocus()
    await expect.element(signIn()).toBeInViewport({ ratio: 1 })
    await expectAccessible()
    await logIn(EMAIL, '')
    await expectContains(alert(), 'Please enter a password.')
    await expect.element(email()).not.toHaveAttribute('aria-invalid', 'true')
    await logIn(EMAIL, 'x'.repeat(129))
    await expectContains(alert(), 'A password has at most 128 characters.')
    expect(getInputs('session.signIn')).toEqual([])
  })

  test('sends one request when the button is pressed several times (2.2.2, 2.2.7, 4.7, 4.28)', async () => {
    const answer = hold(() => SESSION)
    await openLogin({ signIn: answer.handler })
    await logIn(` ${EMAIL.toUpperCase()} `)
    const busy = button('Signing in…')
    await expect.element(busy).toBeDisabled()
    await busy.click({ force: true })
    document.querySelector('form')?.requestSubmit()
    answerWith({ session: serveSignIn() })
    answer.release()
    await expect.element(heading('Dashboard')).toBeVisible()
    await expectUrl('/dashboard')
    expect(getInputs('session.signIn')).toEqual([{ email: EMAIL, password: PASSWORD }])
  })

  test('says after 20 s without an answer what a lost connection says, and keeps what was typed', async () => {
    await openLogin({ signIn: () => new Promise(() => {}) })
    await email().fill(EMAIL)
    await password().fill(PASSWORD)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await signIn().click()
    await expect.element(button('Signing in…')).toBeDisabled()
    await expect.poll(() => getInputs('session.signIn')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20_000)
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await expect.element(password()).toHaveValue(PASSWORD)
    answerWith({ session: serveSignIn() })
    await signIn().click()
    await expectUrl('/dashboard')
  })

  test('works by keyboard alone (2.1.2)', async () => {
    answerWith({ signup: { plans: () => [] } })
    await openLogin({ signIn: () => SESSION })
    await expect.element(email()).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(tab('Login')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Sign up')).toHaveFocus()
    await expect.element(heading('Let’s build your workspace')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(tab('Login')).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard(EMAIL)
    await userEvent.tab()
    await userEvent.keyboard(PASSWORD)
    await userEvent.tab()
    await expect.element(button('Show password')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(password()).toHaveAttribute('type', 'text')
    await userEvent.tab()
    await expect.element(signIn()).toHaveFocus()
    answerWith({ session: serveSignIn() })
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Dashboard')).toHaveFocus()
  })

  test('keeps what was typed when the login is refused, with a red banner above the form (2.2.4)', async () => {
    const refuse: SessionAnswers['signIn'] = ({ errors }) => {
      throw errors.LOGIN_FAILED()
    }
    await openLogin({ signIn: refuse }, PHONE)
    await logIn(EMAIL, 'not the password')
    await expectContains(alert(), 'Login failed. Check your e-mail and password.')
    await expect.element(email()).toHaveValue(EMAIL)
    await expect.element(password()).toHaveValue('not the password')
    await expect.element(alert()).toBeInViewport({ ratio: 1 })
    await expect.element(signIn()).toBeInViewport({ ratio: 1 })
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(alert().element()).backgroundColor.match(/[\d.]+/g) ?? []).map(
      Number,
    )
    expect(red, 'the banner is red').toBeGreaterThan(Math.max(green, blue))
    expect(box(email()).top, 'the banner is above the form').toBeGreaterThan(box(alert()).bottom)
    answerWith({ session: serveSignIn() })
    await password().fill(PASSWORD)
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Dashboard')).toBeVisible()
  })

  test.each(Object.values(ROLE_MESSAGES))('shows why the role is refused: %s (5.1.2, 5.1.3, 5.1.4)', async (message) => {
    await openLogin({
      signIn: ({ errors }) => {
        throw errors.ROLE_REFUSED({ message })
      },
    })
    await logIn()
    await expectContains(alert(), message)
    await expectUrl('/login')
  })

  test.each(['Unable to check role.', 'Unable to check employee status.'])(
    'shows what could not be checked: %s (8.1.3, 8.1.4)',
    async (message) => {
      await openLogin({
        signIn: ({ errors }) => {
          throw errors.CHECK_FAILED({ message })
        },
      })
      await logIn()
      await expectContains(alert(), message)
    },
  )

  test('shows an error when the network fails, and signs in at the next try (8.1.5)', async () => {
    await openLogin({ signIn: loseConnection })
    await logIn()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    answerWith({ session: serveSignIn() })
    await signIn().click()
    await expect.element(heading('Dashboard')).toBeVisible()
  })

  test('does not show the answer of a proxy', async () => {
    await openLogin()
    answerRoute(
      'POST /api/rpc/session/signIn',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    await logIn()
    await expectContains(alert(), 'Login failed')
  })

  test('offers a new password to a person whose account has too many wrong ones', async () => {
    await openLogin({
      signIn: ({ errors }) => {
        throw errors.TOO_MANY_ATTEMPTS({ data: { retry_after: 3600 } })
      },
    })
    await logIn(EMAIL, PASSWORD)
    await expectContains(alert(), 'try again in 60 minutes. To sign in now, choose a new password with "Forgot password?".')
  })

  test("shows 'Login failed' when the server fails (8.1.1)", async () => {
    await openLogin({
      signIn: () => {
        throw new Error('the disk is full')
      },
    })
    await logIn()
    await expect.poll(() => alert().query()?.textContent).toBe('Login failed')
    answerWith({ session: serveSignIn() })
    await signIn().click()
    await expect.element(heading('Dashboard')).toBeVisible()
  })

  test("shows 'No user found.' when the answer has no user (8.1.2)", async () => {
    await openLogin()
    answerRoute('POST /api/rpc/session/signIn', () => Response.json({ json: null }))
    await logIn()
    await expectContains(alert(), 'No user found.')
    removeRoute('POST /api/rpc/session/signIn')
    answerWith({ session: serveSignIn() })
    await signIn().click()
    await expect.element(heading('Dashboard')).toBeVisible()
  })
})

describe('session check', () => {
  test("shows 'Loading...' until the answer, and can be repeated when the network fails (2.1.4)", async () => {
    const check = hold(loseConnection)
    await renderScreen('/products', { session: { get: check.handler } })
    await expect.element(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expectUrl('/products')
    await expectAccessible()
    check.release()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    answerWith({ session: { get: () => null } })
    await button('Try again').click()
    await expect.element(heading('Welcome back')).toBeVisible()
  })

  test.each(['/', '/nowhere', '/sites/7', '/products', '/sales', '/employees', '/sites', '/dashboard?from=2026-01-01'])(
    'leads from %s to /login without a session (2.1.1, 2.1.3, 2.1.5, 8.2.11)',
    async (url) => {
      await openLogin({}, DESK, url)
      await expect.element(heading('Welcome back')).toBeVisible()
      await expectUrl('/login')
      expect(document.title).toBe('Login · Winkel')
    },
  )
})

describe('ended session', () => {
  const refuse = ({ errors }: { errors: { ROLE_REFUSED: () => Error } }) => {
    throw errors.ROLE_REFUSED()
  }

  test('shows the reason on /login when a call is refused (6.8)', async () => {
    await renderScreen('/sites')
    await expect.element(page.getByRole('table', { name: 'Locations' })).toContainHTML('No sites found.')
    answerWith({ sites: { list: refuse }, session: { get: () => null } })
    await page.getByRole('searchbox').fill('sand')
    await expectContains(alert(), 'Your access has ended. Ask an owner of the business.')
    await expectUrl('/login')
    await expectGone(page.getByRole('complementary', { name: 'Signed in' }))
  })

  test('is signed out when a screen is opened by its URL', async () => {
    let isSignedIn = true
    await renderScreen('/products', {
      session: {
        get: () => (isSignedIn ? { ...SESSION, role: 'employee', business: null } : null),
        signOut: () => {
          isSignedIn = false
        },
      },
    })
    await expectContains(alert(), 'Your access has ended. Ask an owner of the business.')
    await expectUrl('/login')
    await expect.poll(() => isSignedIn).toBe(false)
  })

  test('leads to /login at the next call when it was ended elsewhere (6.7, 8.2.11)', async () => {
    await renderScreen('/sites')
    await expect.element(page.getByRole('table', { name: 'Locations' })).toContainHTML('No sites found.')
    answerWith({
      sites: {
        list: ({ errors }) => {
          throw errors.UNAUTHORIZED()
        },
      },
      session: { get: () => null },
    })
    await page.getByRole('searchbox').fill('sand')
    await expect.element(heading('Welcome back')).toBeVisible()
    await expectContains(alert(), 'Your session has ended. Please sign in again.')
    await expectUrl('/login')
  })
})

describe('forgotten password', () => {
  const sendLink = () => button('Send link')

  async function openForgotten(session: SessionAnswers) {
    await openLogin(session)
    await email().fill(EMAIL)
    await button('Forgot password?').click()
    await expect.element(email()).toHaveValue(EMAIL)
  }

  test('keeps the email of the login form and checks it', async () => {
    await openForgotten({})
    await expect.element(heading('Forgot your password?')).toBeVisible()
    await expect.element(email()).toHaveFocus()
    await button('Back to login').click()
    await button('Forgot password?').click()
    await email().fill('nobody')
    await sendLink().click()
    await expect.poll(() => alert().query()?.textContent).toBe('Please enter a valid e-mail address.')
    await expect.element(email()).toHaveAttribute('aria-invalid', 'true')
    expect(getInputs('session.requestPasswordReset')).toEqual([])
  })

  test('shows that a link was sent if the e-mail belongs to an account', async () => {
    await openForgotten({ requestPasswordReset: () => {} })
    await sendLink().click()
    await expectContains(page.getByRole('status'), `If ${EMAIL} has a login, we sent a link to choose a new password.`)
    await expectAccessible()
  })

  test('asks for the new password, keeps it when the network fails, and shows when a link has expired', async () => {
    await openLogin({ resetPassword: loseConnection }, DESK, '/login?token=invented-by-somebody')
    await expectUrl('/login')
    const newPassword = page.getByLabelText('New password')
    await button('Save password').click()
    await expect.poll(() => alert().query()?.textContent).toBe('Please enter a password.')
    await expect.element(newPassword).toHaveFocus()
    expect(getInputs('session.resetPassword')).toEqual([])
    await newPassword.fill('whatever it is')
    await button('Save password').click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await expect.element(newPassword).toHaveValue('whatever it is')
    answerWith({
      session: {
        resetPassword: ({ errors }) => {
          throw errors.LINK_EXPIRED()
        },
      },
    })
    await button('Save password').click()
    await expectContains(alert(), 'This link has expired')
    await expectAccessible()
    await button('Ask for a new link').click()
    await expect.element(heading('Forgot your password?')).toBeVisible()
    await expect.element(email()).toHaveFocus()
  })
})

describe('login with a code', () => {
  const asksForCode: SessionAnswers['signIn'] = ({ errors }) => {
    throw errors.CODE_REQUIRED()
  }
  const code = () => page.getByLabelText('Code', { exact: true })
  const next = () => button('Continue')

  async function openCode(session: SessionAnswers = {}, size: readonly [number, number] = DESK) {
    await openLogin({ signIn: asksForCode, ...session }, size)
    await logIn()
    await expect.element(heading('Enter your code')).toBeVisible()
    await expectGone(alert())
  }

  test('follows the right password on a phone', async () => {
    await openCode({}, PHONE)
    await expect.element(code()).toHaveFocus()
    await next().click()
    await expectContains(alert(), 'Enter the code.')
    await expectAccessible()
    expectNoOverflow()
    answerWith({ session: { ...serveSignIn(), verifyCode: () => SESSION } })
    await code().fill('123 456')
    await userEvent.keyboard('{Enter}')
    await expectUrl('/dashboard')
    expect(getInputs('session.verifyCode')).toEqual([{ code: '123 456' }])
  })

  test('marks a wrong code and keeps it, and takes a recovery code', async () => {
    await openCode({
      verifyCode: ({ errors }) => {
        throw errors.CODE_WRONG()
      },
    })
    await code().fill('000000')
    await next().click()
    await expectContains(alert(), 'This code is wrong or was used before. Enter the next one.')
    await expect.element(code()).toHaveFocus()
    await expect.element(code()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(code()).toHaveValue('000000')
    await button('Use a recovery code').click()
    await expect.element(page.getByLabelText('Recovery code')).toHaveFocus()
    await expect.element(page.getByLabelText('Recovery code')).toHaveValue('')
    await expectGone(alert())
    await button('Use the authenticator app').click()
    await expect.element(code()).toHaveFocus()
  })

  test('leads back to the login form when the sign-in has expired', async () => {
    await openCode({
      verifyCode: ({ errors }) => {
        throw errors.SIGN_IN_EXPIRED()
      },
    })
    await code().fill('123456')
    await next().click()
    await expectContains(alert(), 'This sign-in has expired. Please sign in again.')
    await expect.element(email()).toHaveValue(EMAIL)
    await logIn()
    await button('Back to login').click()
    await expect.element(heading('Welcome back')).toBeVisible()
  })
})

describe('link that confirms a new email', () => {
  test('changes it, says so and is removed from the URL', async () => {
    await openLogin({ confirmEmail: () => ({ email: 'naledi@karoo.example' }) }, DESK, '/login?confirm=abc')
    await expectContains(page.getByRole('status'), 'Your e-mail is now naledi@karoo.example. Sign in with it from now on.')
    await expectUrl('/login')
    expect(getInputs('session.confirmEmail')).toEqual([{ token: 'abc' }])
  })

  test('says when it no longer works', async () => {
    const refuse: SessionAnswers['confirmEmail'] = ({ errors }) => {
      throw errors.LINK_EXPIRED()
    }
    await openLogin({ confirmEmail: refuse }, DESK, '/login?confirm=abc')
    await expectContains(alert(), 'This link has expired or was already used. Please ask for a new one.')
  })
})
