import axe from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'

async function findViolations(rule?: string) {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    elementRef: false,
    ...(rule && { runOnly: [rule] }),
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} (${any[0]?.message})`))
}

/** Nothing on the page hinders a screen reader, weak eyes or a keyboard, in either colour scheme: they differ in colours alone. */
export async function expectAccessible() {
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
    emulateMedia: (media: { colorScheme?: 'light' | 'dark'; media?: 'print' | null }) => Promise<void>
  }
}
