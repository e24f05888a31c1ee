import type { Page } from '@playwright/test'
import { expect, plain } from './fixtures.ts'

/** A Thursday. The browser's clock is set to it; the database has the real time. */
const TODAY = '2026-06-18'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const DAY_MS = 86_400_000

/** By the clock of the database: this day is over in every time zone. */
export const CLOSED_DAY = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)

export const dateBefore = (days: number) => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString().slice(0, 10)
/** '18 Jun 2026' of '2026-06-18'. */
export const written = (date: string) => `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

export const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
export const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true })
export const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true })
export const quick = (page: Page, name: string) => group(page, 'Quick ranges').getByRole('button', { name })
export const picker = (page: Page) => page.getByRole('button', { name: /^Date range/ })
/** On a phone: names what is chosen, and opens the controls. */
export const controls = (page: Page) => page.getByRole('button', { name: /^Range and filters/ })

/** The rows below a table's head, cell by cell, as far as they can be seen. */
export const cells = (page: Page, name: string) =>
  table(page, name)
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children]
          .filter((cell) => cell instanceof HTMLElement && cell.offsetParent !== null)
          .map((cell) => (cell as HTMLElement).innerText),
      ),
    )
    .then((rows) => rows.map((row) => row.map(plain)))

export const expectCells = (page: Page, name: string, expected: string[][]) =>
  expect.poll(() => cells(page, name), { message: name }).toEqual(expected)

/** The two charts of 30 days: the revenue and the number of `sold`, by days before today, or `none`. */
export async function expectDays(
  page: Page,
  [revenue, number]: [revenue: string, number: string],
  sold: Map<number, [revenue: string, number: string]>,
  none: string,
) {
  const days = Array.from({ length: 30 }, (_, index) => 29 - index)
  const read = (before: number) => sold.get(before) ?? (['R 0,00', none] as const)
  for (const [chart, nth] of [
    [revenue, 0],
    [number, 1],
  ] as const)
    await expectCells(
      page,
      chart,
      days.map((before) => [written(dateBefore(before)), read(before)[nth]]),
    )
}

/** A KPI card's label, figure and, where it has one, line below, in this order. */
export const expectCard = (page: Page, name: string, ...lines: string[]) =>
  expect
    .poll(async () => (await group(page, name).getByRole('paragraph').allTextContents()).map(plain), { message: name })
    .toEqual([name, ...lines])

/** Opens a page on the day that the sales of these tests were made for. */
export async function openOn(page: Page, path: string, now = `${TODAY}T10:00:00+02:00`) {
  await page.clock.setFixedTime(new Date(now))
  await page.goto(path)
}

/** Nothing is wider than the screen. */
export async function expectNoOverflow(page: Page) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, 'nothing is wider than the screen').toBeLessThanOrEqual(0)
}
