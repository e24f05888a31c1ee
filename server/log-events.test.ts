import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const IS_TEST = /\.test\.ts$|\/testing\/|\/system-tests\//

test('log events: docs/operating.md names each of level warn and above, and none that the code does not have', () => {
  const files = globSync('{server,db}/**/*.ts', { cwd: ROOT }).filter((file) => !IS_TEST.test(file))
  const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const find = (pattern: RegExp) => new Set([...code.matchAll(pattern)].map(([, event = '']) => event))
  const serious = find(/\.(?:warn|error|fatal)\(\s*\{[^}]*?event: '([a-z_]+)'/gs)
  const all = find(/event: '([a-z_]+)'/g)
  const page = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8')
  const [, table = ''] = /^## Log events\n(.*?)^## /ms.exec(page) ?? []
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
  const named = new Set(cells.flatMap((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, event = '']) => event)))
  expect(serious.size).toBeGreaterThan(40)
  expect([...serious].filter((event) => !named.has(event))).toEqual([])
  expect([...named].filter((event) => !all.has(event))).toEqual([])
})
