import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerRoute, answerWith, getInputs, hold, loseConnection, removeRoute } from '../../testing/fake-server.ts'
import { DESK, PHONE, renderScreen, SESSION } from '../../testing/render-screen.tsx'
import { alert, box, button, expectContains, expectGone, expectUrl, heading, tabTo } from '../../testing/screen.ts'

const EMAIL = 'naledi@karoopantry.co.za'
const PASSWORD = 'correct horse battery'
const email = () => page.getByLabelText('Email')
const password = () => page.getByLabelText('Password')
const signIn = () => button('Sign In')
const NOBODY = { session: { get: () => null } }

const openLogin = (size: typeof DESK | typeof PHONE = DESK) => renderScreen('/login', NOBODY, size)

async function logIn(secret = PASSWORD) {
  await email().fill(EMAIL)
  await password().fill(secret)
  await signIn().click()
}

describe('login', () => {
  test.for([
    '/dashboard',
    '/products',
    '/sales',
    '/employees',
    '/sites',
    '/',
    '/nowhere',
    '/sites/7',
    '/dashboard?from=2026-01-01',
  ])('is where %s leads without a session (2.1.1, 2.1.3, 2.1.5, 8.2.11)', async (path) => {
    await renderScreen(path, NOBODY)
    await expect.element(heading('Welcome back')).toBeVisible()
    await expectUrl('/login')
    await expect.poll(() => document.title).toBe('Login · Winkel')
  })

  test('says Loading... while the session is checked, and a check that fails can be made again (2.1.4)', async () => {
    const check = hold(loseConnection)
    await renderScreen('/products', { session: { get: check.handler } })
    await expect.element(page.getByText('Loading...')).toBeVisible()
    await expectUrl('/products')
    await expectAccessible()
    check.release()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await expectAccessible()
    answerWith(NOBODY)
    await button('Try again').click()
    await expect.element(heading('Welcome back')).toBeVisible()
  })

  test.for([
    ['desk', DESK],
    ['phone', PHONE],
  ] as const)(
    'says what it is, and what is missing before anything is sent: %s (2.1.2, 2.2.1, 2.2.4, 2.2.5, 2.2.6, 2.2.7)',
    async ([, size]) => {
      await openLogin(size)
      await expect.element(page.getByRole('tab', { name: 'Login' })).toHaveAttribute('aria-selected', 'true')
      await expect.element(page.getByRole('tab', { name: 'Sign up' })).toBeVisible()
      await expect.element(heading('Welcome back')).toBeVisible()
      await expect.element(page.getByText('Sign in to your dashboard')).toBeVisible()
      await expect.element(email()).toHaveAttribute('type', 'email')
      await expect.element(email()).toHaveFocus()
      await expect.element(signIn()).toBeInViewport({ ratio: 1 })
      await expectAccessible()
      await password().fill('open sesame')
      await expect.element(password()).toHaveAttribute('type', 'password')
      await button('Show password').click()
      await expect.element(password()).toHaveAttribute('type', 'text')
      await button('Hide password').click()
      await expect.element(password()).toHaveAttribute('type', 'password')
      await expect.element(password()).toHaveValue('open sesame')

      await email().fill('naledi')
      await password().fill('')
      await signIn().click()
      await expect.element(alert()).toHaveTextContent('Please enter a valid email address.')
      await expect.element(email()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(password()).toHaveAttribute('aria-invalid', 'true')
      await expect.element(email()).toHaveFocus()
      await expect.element(signIn()).toBeInViewport({ ratio: 1 })
      await expectAccessible()
      const background = getComputedStyle(alert().element()).backgroundColor
      const [red = 0, green = 0, blue = 0] = (background.match(/[\d.]+/g) ?? []).map(Number)
      expect(red, 'the banner is red').toBeGreaterThan(Math.max(green, blue))
      expect(box(alert()).bottom, 'and stands above the form').toBeLessThan(box(email()).top)
      await email().fill(EMAIL)
      await signIn().click()
      await expect.element(alert()).toHaveTextContent('Please enter a password.')
      await expect.element(email()).not.toHaveAttribute('aria-invalid', 'true')
      await password().fill('x'.repeat(129))
      await signIn().click()
      await expect.element(alert()).toHaveTextContent('A password has at most 128 characters.')
      expect(getInputs('session.signIn')).toEqual([])
    },
  )

  test('goes by keyboard alone (2.1.2)', async () => {
    await openLogin()
    answerWith({ session: { signIn: () => SESSION, get: () => SESSION } })
    await expect.element(email()).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(page.getByRole('tab', { name: 'Login' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('tab', { name: 'Sign up' })).toHaveFocus()
    await expect.element(heading('Let’s build your workspace')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByRole('tab', { name: 'Login' })).toHaveFocus()
    await tabTo(email())
    await userEvent.keyboard(EMAIL)
    await userEvent.tab()
    await userEvent.keyboard(PASSWORD)
    await userEvent.tab()
    await expect.element(button('Show password')).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(password()).toHaveAttribute('type', 'text')
    await userEvent.tab()
    await expect.element(signIn()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expectUrl('/dashboard')
  })

  test('says that nothing answered, and signs in at the next try (8.1.5)', async () => {
    await openLogin()
    answerWith({ session: { signIn: loseConnection } })
    await logIn()
    await expect.element(alert()).toHaveTextContent('Something went wrong. Please try again.')
    await expect.element(email()).toHaveValue(EMAIL)
    await expect.element(password()).toHaveValue(PASSWORD)
    answerWith({ session: { signIn: () => SESSION, get: () => SESSION } })
    await signIn().click()
    await expectUrl('/dashboard')
  })

  test('does not show what a proxy says in place of the server', async () => {
    await openLogin()
    answerRoute(
      'POST /api/rpc/session/signIn',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }),
    )
    await logIn()
    await expect.element(alert()).toHaveTextContent('Login failed')
    removeRoute('POST /api/rpc/session/signIn')
  })

  test("says 'No user found.' of an answer that names nobody (8.1.2)", async () => {
    await openLogin()
    answerRoute('POST /api/rpc/session/signIn', () => Response.json({ json: null }))
    await logIn()
    await expect.element(alert()).toHaveTextContent('No user found.')
  })

  test('shows the reason of a sign-in that is refused, and keeps what was typed (2.2.4)', async () => {
    await openLogin()
    for (const [code, message] of [
      ['LOGIN_FAILED', 'Login failed. Check your email and password.'],
      ['CHECK_FAILED', 'Unable to check role.'],
      ['ROLE_REFUSED', 'Only business owners/admins may log in.'],
    ] as const) {
      answerWith({
        session: {
          signIn: ({ errors }) => {
            throw errors[code]()
          },
        },
      })
      await logIn('not the password')
      await expect.element(alert()).toHaveTextContent(message)
      await expect.element(password()).toHaveValue('not the password')
      await expect.element(signIn()).toBeEnabled()
    }
    await expectAccessible()
  })

  test('is where a signed-in screen leads when the session has ended, and says so', async () => {
    await renderScreen('/sites')
    await expect.element(page.getByText('No sites found.')).toBeVisible()
    answerWith({
      sites: {
        list: ({ errors }) => {
          throw errors.UNAUTHORIZED()
        },
      },
    })
    await page.getByRole('searchbox').fill('sand')
    await expect.element(alert()).toHaveTextContent('Your session has ended. Please log in again.')
    await expectUrl('/login')
  })

  test('shows who is signed in and leads on', async () => {
    await renderScreen('/login')
    const card = page.getByRole('complementary', { name: 'Signed in' })
    await expectContains(card, `You are signed in as ${SESSION.user.email}`)
    await expectAccessible()
    await card.getByRole('button', { name: 'Go to dashboard' }).click()
    await expectUrl('/dashboard')
  })
})

describe('forgotten password', () => {
  test('says in how many minutes a link is mailed again', async () => {
    await openLogin()
    await email().fill(EMAIL)
    await button('Forgot password?').click()
    answerRoute('POST /api/rpc/session/requestPasswordReset', () =>
      Response.json(
        { json: { defined: true, code: 'TOO_MANY_ATTEMPTS', status: 429, message: 'Too many', data: { retry_after: 3_600 } } },
        { status: 429 },
      ),
    )
    await button('Send link').click()
    await expect.element(alert()).toHaveTextContent('Too many attempts. Please try again in 60 minutes.')
  })

  test('keeps a new password that was typed when nothing answers', async () => {
    await renderScreen('/login?token=invented-by-somebody', NOBODY)
    await expectUrl('/login')
    const newPassword = page.getByLabelText('New password')
    await newPassword.fill('whatever it is')
    answerWith({ session: { resetPassword: loseConnection } })
    await button('Save password').click()
    await expect.element(alert()).toHaveTextContent('Something went wrong. Please try again.')
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
    await expectGone(page.getByRole('status'))
  })
})
