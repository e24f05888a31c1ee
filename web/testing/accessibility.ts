import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

/** What a person can reach: an open dialog and what lies over it, or the whole page. */
const findReachable = () =>
  document.querySelector('[aria-modal=true]') ? document.querySelectorAll('body > [data-portal]') : document

async function findViolations(rule?: string) {
  const { violations } = await axe.run(findReachable(), {
    resultTypes: ['violations'],
    elementRef: false,
    // For rules about audio and video.
    preload: false,
    ...(rule && { runOnly: [rule] }),
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} (${any[0]?.message})`))
}

/**
 * Nothing that can be reached hinders a screen reader, weak eyes or a keyboard, in either colour scheme: they differ in colours alone.
 * Behind an open dialog is a page, which has a test of its own.
 */
export async function expectAccessible() {
  // Rows and figures are dimmed while others load.
  await expect.poll(() => document.querySelector('[data-dimmed], [data-stale=true]')).toBeNull()
  expect(await findViolations()).toEqual([])
  await setColorScheme('dark')
  expect(await findViolations('color-contrast')).toEqual([])
  await setColorScheme('light')
}

async function setColorScheme(scheme: 'light' | 'dark') {
  await commands.emulateMedia({ colorScheme: scheme })
  await expect.poll(() => document.documentElement.getAttribute('data-mantine-color-scheme')).toBe(scheme)
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    moveMouseAway: () => Promise<void>
    emulateMedia: (media: { colorScheme?: 'light' | 'dark'; media?: 'print' | null }) => Promise<void>
  }
}
