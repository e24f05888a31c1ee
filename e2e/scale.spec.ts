import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createFilledBusiness } from '../db/testing/create-filled-business.ts'
import { call, expect, openPool, PASSWORD, sql, test, unique, uniqueEmail } from './fixtures.ts'

/** Of the screens of a signed-in person: 'stock/count/$documentid'. Those of the account lead to others. */
const PATHS = readdirSync('web/app/routes/_signed-in')
  .filter((file) => !file.startsWith('account'))
  .map((file) => file.replace('.tsx', '').replace(/_?\./g, '/'))

/** Other shapes of the reports. A range has the sale of the business. */
const REPORTS = ['day', 'product', 'weekday_hour'].map((by) => `reports?by=${by}&from=2026-11-21&to=2026-11-21`)

/** Every screen of a business that has a row in each list. */
async function openBusiness(page: Page) {
  const email = uniqueEmail()
  const business = await createFilledBusiness(openPool(), { name: unique('Karoo Pantry'), email })
  const { businessid, documentid, webhookid } = business
  await sql('update notices set is_on = true where businessid = $1', [businessid])
  const [count] = await sql(`select documentid from stock_documents where businessid = $1 and kind = 'count'`, [businessid])
  await call(page.request, 'POST', '/api/v1/session', { email, password: PASSWORD })
  return [...PATHS, ...REPORTS].map((path) =>
    path
      .replace('count/$documentid', `count/${count?.['documentid']}`)
      .replace('$documentid', String(documentid))
      .replace('$webhookid', String(webhookid))
      .replace('$kind', 'discounts'),
  )
}

/** The values that are not of the scale, each with its element. Runs in the page. */
function findOthers(isPhone: boolean) {
  const SCALE = {
    size: [12, 13, 14, 15, 18, 20, 24, 28],
    weight: [400, 500, 600],
    corner: [0, 4, 6, 8, 12],
    gap: [0, 4, 8, 12, 16, 20, 24],
    row: [48, 60],
    control: isPhone ? [44] : [36, 40, 44],
  }
  const found = new Set<string>()
  const check = (element: Element, kind: keyof typeof SCALE, value: string | number) => {
    if (SCALE[kind].includes(Number.parseFloat(String(value))) && !String(value).endsWith('%')) return
    const text = element.textContent?.trim().slice(0, 24) || element.getAttribute('aria-label')
    found.add(
      `${kind} ${value} of ${element.tagName.toLowerCase()}.${element.className || element.parentElement?.className} '${text}'`,
    )
  }
  const isClear = (colour: string) => colour === 'transparent' || /, 0\)$/.test(colour)
  for (const element of document.querySelectorAll('body *')) {
    const { width, height } = element.getBoundingClientRect()
    // What is hidden for the eye, and charts.
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('.mantine-VisuallyHidden-root, .skip, svg')) continue
    const style = getComputedStyle(element)
    const isField = element.matches('input:not([type=checkbox], [type=radio], [type=file]), select, textarea')
    if (isField || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())) {
      // Below 16 px a phone zooms in on a field that gets the focus.
      if (!(isPhone && isField && style.fontSize === '16px')) check(element, 'size', style.fontSize)
      check(element, 'weight', style.fontWeight)
    }
    for (const corner of [style.borderTopLeftRadius, style.borderBottomRightRadius]) {
      const isRound = corner.endsWith('%')
        ? Number.parseFloat(corner) >= 50
        : Number.parseFloat(corner) >= Math.min(width, height) / 2
      if (!isRound) check(element, 'corner', corner)
    }
    if (/flex|grid/.test(style.display))
      for (const gap of [style.rowGap, style.columnGap]) if (gap !== 'normal') check(element, 'gap', gap)
    if (!isPhone && element.matches('.table > :is(tbody, tfoot) > tr') && !element.querySelector(':scope > [colspan]:only-child'))
      check(element, 'row', Math.round(height))
    const isFramed = (style.borderTopStyle === 'solid' && !isClear(style.borderTopColor)) || !isClear(style.backgroundColor)
    if (isFramed && (isField || element.matches('button, a.mantine-Button-root')) && !element.matches('textarea, .segments > *'))
      check(element, 'control', Math.round(height))
  }
  return [...found]
}

test('every screen has the sizes, weights, corners, gaps and heights of the scale @phone', async ({ page, isMobile }) => {
  const title = page.getByRole('heading', { level: 1 }).first()
  const others: string[] = []
  const note = async (path: string) => {
    await expect(title, path).toBeVisible()
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root'), path).toHaveCount(0)
    // A style sheet that is added before another one makes Chromium lay out the whole page: see web/app/app.tsx.
    await expect(page.locator('body style'), path).toHaveCount(0)
    for (const other of await page.evaluate(findOthers, isMobile)) others.push(`/${path}: ${other}`)
  }
  await page.goto('/login')
  await note('login')
  const paths = await openBusiness(page)
  await page.goto('/dashboard')
  await note('dashboard')
  for (const path of paths.filter((one) => one !== 'dashboard')) {
    const before = (await title.textContent()) ?? ''
    // As a link would: to load the page again for each screen takes several times as long.
    await page.evaluate((url) => window.history.pushState(null, '', url), `/${path}`)
    if (!path.startsWith('reports?')) await expect(title, path).not.toHaveText(before)
    await note(path)
  }
  expect(others).toEqual([])
})
