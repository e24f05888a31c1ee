import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Runs the check on a folder with these files, and gives its exit code and what it printed. */
async function checkImports(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-imports-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, code] of Object.entries(files)) {
    await mkdir(join(folder, dirname(file)), { recursive: true })
    await writeFile(join(folder, file), code)
  }
  return new Promise<{ code: number | null; output: string }>((done) => {
    const child = execFile(process.execPath, [join(import.meta.dirname, 'check-imports.ts'), folder], (_error, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}

const importing = (path: string) => `import { x } from '${path}'\nexport const y = x\n`

/** Files that may be imported from the right places. */
const TARGETS = {
  'contract/sites.ts': '',
  'db/errors.ts': '',
  'db/testing/store.ts': '',
  'server/main.ts': '',
  'server/features/sites/queries.ts': '',
  'server/testing/clients.ts': '',
  'web/app/main.tsx': '',
  'web/auth/session.ts': '',
  'web/features/sites/sites-page.tsx': '',
  'web/lib/api/api.ts': '',
  'web/list/pager.tsx': '',
  'cli/till.ts': '',
  'e2e/fixtures.ts': '',
  'bench/main.ts': '',
  'drills/main.ts': '',
}

/** Rule, file, forbidden import. */
const FORBIDDEN = [
  ['module-contract', 'contract/a.ts', '../db/errors.ts'],
  ['module-contract', 'contract/b.ts', '../server/main.ts'],
  ['module-contract', 'contract/c.ts', '../web/lib/api/api.ts'],
  ['packages-contract', 'contract/d.ts', 'kysely'],
  ['node-in-browser', 'contract/e.ts', 'node:fs'],
  ['module-db', 'db/a.ts', '../contract/sites.ts'],
  ['module-db', 'db/b.ts', '../server/main.ts'],
  ['packages-db', 'db/c.ts', 'hono'],
  ['module-server', 'server/a.ts', '../web/lib/api/api.ts'],
  ['module-server', 'server/b.ts', '../cli/till.ts'],
  ['module-server', 'server/c.ts', '../bench/main.ts'],
  ['module-web', 'web/lib/a.ts', '../../server/main.ts'],
  ['module-web', 'web/lib/b.ts', '../../db/errors.ts'],
  ['module-web', 'web/lib/c.ts', '../../e2e/fixtures.ts'],
  ['node-in-browser', 'web/lib/d.ts', 'node:fs'],
  ['module-cli', 'cli/a.ts', '../web/lib/api/api.ts'],
  ['module-cli', 'cli/b.ts', '../e2e/fixtures.ts'],
  ['module-tools', 'tools/a.ts', '../bench/main.ts'],
  ['module-e2e', 'e2e/a.ts', '../server/main.ts'],
  ['module-bench', 'bench/a.ts', '../e2e/fixtures.ts'],
  ['module-server', 'server/f.ts', '../drills/main.ts'],
  ['module-drills', 'drills/a.ts', '../bench/main.ts'],
  ['feature', 'server/features/tills/a.ts', '../sites/queries.ts'],
  ['feature', 'server/features/tills/a.test.ts', '../sites/queries.ts'],
  ['feature', 'web/features/tills/a.tsx', '../sites/sites-page.tsx'],
  ['server-layer-shared', 'server/shared/a.ts', '../features/sites/queries.ts'],
  ['server-layer-shared', 'server/storage/a.ts', '../main.ts'],
  ['layer-lib', 'web/lib/e.ts', '../list/pager.tsx'],
  ['layer-ui', 'web/ui/form/a.tsx', '../../features/sites/sites-page.tsx'],
  ['layer-ui', 'web/ui/form/b.tsx', '../../auth/session.ts'],
  ['layer-ui', 'web/ui/form/c.tsx', '../../list/pager.tsx'],
  ['ui-makes-no-call', 'web/ui/form/d.tsx', '../../lib/api/api.ts'],
  ['layer-list', 'web/list/a.tsx', '../features/sites/sites-page.tsx'],
  ['layer-auth', 'web/auth/a.ts', '../features/sites/sites-page.tsx'],
  ['layer-features', 'web/features/sites/a.tsx', '../../app/main.tsx'],
  ['test-helper', 'server/d.ts', './testing/clients.ts'],
  ['test-helper', 'cli/c.ts', '../server/testing/clients.ts'],
  ['test-helper', 'db/d.ts', './testing/store.ts'],
  ['test-helper', 'server/e.ts', 'vitest'],
  ['test-helper', 'web/lib/f.ts', './g.test.ts'],
  ['unresolved', 'web/lib/h.ts', './missing.ts'],
] as const

test('import check: refuses a forbidden import of each kind', async () => {
  const { code, output } = await checkImports({
    ...TARGETS,
    'web/lib/g.test.ts': '',
    ...Object.fromEntries(FORBIDDEN.map(([, file, imported]) => [file, importing(imported)])),
  })
  expect(code).toBe(1)
  const refused = new Set(output.split('\n').map((line) => line.split(' → ')[0]))
  for (const [rule, file] of FORBIDDEN) expect(refused, output).toContain(`${rule}: ${file}`)
})

test('import check: refuses a cycle between files, of types too', async () => {
  const { code, output } = await checkImports({
    'web/lib/a.ts': importing('./b.ts'),
    'web/lib/b.ts': "import type { X } from './c.ts'\nexport type Y = X\n",
    'web/lib/c.ts': importing('./a.ts'),
  })
  expect(code).toBe(1)
  expect(output).toContain('file-cycle: web/lib/a.ts → web/lib/b.ts → web/lib/c.ts → web/lib/a.ts')
})

test('import check: refuses a cycle between folders without a cycle between files', async () => {
  const { code, output } = await checkImports({
    'db/connection/pool.ts': importing('../embedded/start.ts'),
    'db/embedded/start.ts': '',
    'db/embedded/stop.ts': importing('../connection/dialect.ts'),
    'db/connection/dialect.ts': '',
  })
  expect(code).toBe(1)
  expect(output).not.toContain('file-cycle')
  expect(output).toContain('folder-cycle: db/connection → db/embedded → db/connection')
})

test('import check: accepts the imports that the architecture allows', async () => {
  const { code, output } = await checkImports({
    ...TARGETS,
    'contract/a.ts': importing('zod'),
    'contract/a.test.ts': importing('vitest'),
    'db/a.ts': importing('node:fs'),
    'server/features/tills/a.ts': importing('../../../contract/sites.ts'),
    'server/features/tills/a.test.ts': importing('../../testing/clients.ts'),
    'server/features/tills/b.ts': importing('../../../db/errors.ts'),
    'web/features/tills/a.tsx': importing('../../list/pager.tsx'),
    'web/app/a.tsx': importing('../features/tills/a.tsx'),
    'cli/a.ts': importing('../server/main.ts'),
    'bench/a.ts': importing('../db/errors.ts'),
    'drills/a.ts': importing('../server/testing/clients.ts'),
  })
  expect(output).toMatch(/^\d+ files: no forbidden import, no cycle\.\n$/)
  expect(code).toBe(0)
})
