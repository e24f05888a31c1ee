import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

export const button = (name: string | RegExp) => page.getByRole('button', { name })
export const heading = (name: string) => page.getByRole('heading', { level: 1, name })
export const dialog = () => page.getByRole('dialog')
export const field = (label: string) => dialog().getByLabelText(label)
export const save = () => dialog().getByRole('button', { name: 'Save' })
export const alert = () => page.getByRole('alert')
export const column = (name: string) => page.getByRole('columnheader', { name })
/** The row of a table, or on a phone the card, that shows this text. */
export const row = (text: string) => page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text })

/** What a person reads, with the no-break spaces of numbers as plain ones. */
export const plain = (text: string | null) =>
  (text ?? '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const visibleText = (element: Element) => plain(element instanceof HTMLElement ? element.innerText : element.textContent)

export const expectTexts = (locator: Locator, texts: string[]) =>
  expect.poll(() => locator.elements().map(visibleText)).toEqual(texts)

/** The cells of a table's rows, as far as they can be seen. */
export const expectCells = (table: string, rows: string[][]) =>
  expect.poll(() => readCells(table), { message: table }).toEqual(rows)

export const readCells = (table: string) => {
  const found = page.getByRole('table', { name: table }).query()
  return [...(found?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].filter((cell) => cell instanceof HTMLElement && cell.offsetParent !== null).map(visibleText),
  )
}

/** One column of a table, top down. */
export const expectColumn = (table: string, index: number, texts: string[]) =>
  expect.poll(() => readCells(table).map((cells) => cells[index]), { message: table }).toEqual(texts)

export const expectPager = (text: string) =>
  expect.poll(() => page.getByRole('status').elements().map(visibleText), { message: 'pager' }).toContain(text)

export const expectContains = (locator: Locator, text: string) =>
  expect.poll(() => plain(locator.query()?.textContent ?? '')).toContain(text)

export const expectUrl = (url: string) => expect.poll(() => location.pathname + location.search).toBe(url)

export const expectGone = (locator: Locator) => expect.element(locator).not.toBeInTheDocument()

export async function choose(list: Locator, option: string) {
  await list.click()
  await page.getByRole('option', { name: option }).click()
}

/** Waits until Back or Forward has happened. */
export async function goBack(steps = -1) {
  const moved = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.go(steps)
  await moved
}

/** Presses Tab, or Shift+Tab, until the focus is there. */
export async function tabTo(target: Locator, { shift = false } = {}) {
  await expect.element(target).toBeInTheDocument()
  for (let presses = 0; presses < 80; presses++) {
    if (target.query() === document.activeElement) return
    await userEvent.tab({ shift })
  }
  throw new Error('Tab does not reach it.')
}

/**
 * Opens the focused list with ArrowDown, goes to the option and chooses it with Enter.
 * A key that arrives while the list opens may select its first option only, so each key waits for what the one before did.
 */
export async function chooseByKeyboard(name: string | RegExp) {
  const option = page.getByRole('option', { name, exact: true })
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(option).toBeVisible()
  await expect
    .poll(async () => {
      if (!option.query()?.hasAttribute('data-combobox-selected')) await userEvent.keyboard('{ArrowDown}')
      return option.query()?.hasAttribute('data-combobox-selected')
    })
    .toBe(true)
  await userEvent.keyboard('{Enter}')
}

/** Nothing is wider than the screen. */
export const expectNoOverflow = () =>
  expect(document.documentElement.scrollWidth - innerWidth, 'nothing is wider than the screen').toBeLessThanOrEqual(0)

export const box = (locator: Locator) => locator.element().getBoundingClientRect()

/** On a phone: each button and field that is seen is high enough for a finger, and its name is not cut off. */
export function expectTapTargets(area: Locator) {
  for (const control of area.element().querySelectorAll<HTMLElement>('button, input:not([type=checkbox], [type=hidden])')) {
    if (!control.checkVisibility()) continue
    const name = control.ariaLabel || control.innerText
    expect(control.getBoundingClientRect().height, name).toBeGreaterThanOrEqual(40)
    const label = control.querySelector('[class*=Button-label]')
    if (label) expect(label.scrollWidth - label.clientWidth, `${name}: cut off`).toBeLessThanOrEqual(0)
  }
}
