import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

// The files of the archive for operators: what a server and the commands need, from git, and the built screens.

const FOLDERS = ['cli', 'contract', 'db', 'deploy', 'server']
const SINGLE_FILES = [
  '.npmrc',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/business-file-columns.md',
  'docs/business-file.md',
  'docs/examples/till.ts',
  'docs/figures.md',
  'docs/imports.md',
  'docs/operating.md',
  'docs/proofs.md',
  'docs/rest.md',
  'docs/scaling.md',
  'docs/screenshots/till-pay-phone.webp',
  'docs/screenshots/till-sell-light.webp',
  'docs/till.md',
  'docs/tills.md',
  'docs/webhooks.md',
  'tools/package/trim-installation.ts',
  'tools/run.mjs',
  'tools/winkel.mjs',
]
/** Tests, what only tests use, and settings of the type check. */
const LEFT_OUT = /\.test\.ts$|\/testing\/|\/system-tests\/|tsconfig\.json$|^deploy\/.*\.test\./

export type ArchivedFile = { path: string; mode: number }

/** Only what git knows of: a data folder, a file of secrets or an editor's copy cannot get in. */
export function listFiles(root: string): ArchivedFile[] {
  const listed = execFileSync('git', ['ls-files', '--stage', '-z', '--', ...FOLDERS, ...SINGLE_FILES], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = listed.split('\0').flatMap((line) => {
    const [, mode, path] = /^(\d+) \S+ \S+\t(.*)$/s.exec(line) ?? []
    if (!path || LEFT_OUT.test(path)) return []
    return [{ path, mode: mode === '100755' ? 0o755 : 0o644 }]
  })
  // The server reads none of the files of the build that begin with a dot.
  const screens = globSync('dist/**', { cwd: root, withFileTypes: true, exclude: ({ name }) => name.startsWith('.') })
    .filter((entry) => entry.isFile())
    .map((entry) => ({ path: `${entry.parentPath.slice(root.length + 1).replaceAll('\\', '/')}/${entry.name}`, mode: 0o644 }))
  return [...files, ...screens].sort((a, b) => (a.path < b.path ? -1 : 1))
}
