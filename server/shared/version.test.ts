import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { describeVersion, version } from './version.ts'

test('version: a release has its number, and a build between two releases its commit', () => {
  const find = () => '83b77b562a2c'
  expect(describeVersion({ version: '1.1.0' }, find)).toBe('1.1.0')
  expect(describeVersion({ version: '1.1.0-dev' }, find)).toBe('1.1.0-dev+83b77b562a2c')
  expect(describeVersion({ version: '1.1.0-dev', commit: 'c1f3df7ba989' }, find), 'in the archive').toBe('1.1.0-dev+c1f3df7ba989')
  expect(
    describeVersion({ version: '1.1.0-dev' }, () => undefined),
    'without git',
  ).toBe('1.1.0-dev')
  expect(version).toMatch(packageJson.version.includes('-') ? /^\d+\.\d+\.\d+-dev\+[\da-f]{12}$/ : /^\d+\.\d+\.\d+$/)
})
