import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..', '..')

/** '1.1.0' for a release. A build between two releases has its commit: '1.1.0-dev+83b77b562a2c'. */
export const version = describeVersion(packageJson, findCommit)

export function describeVersion({ version, commit }: { version: string; commit?: string }, find: () => string | undefined) {
  if (!version.includes('-')) return version
  const found = commit ?? find()
  return found ? `${version}+${found}` : version
}

/** The archive names its commit in package.json; a clone asks git, if the machine has it. */
function findCommit() {
  if (!existsSync(join(ROOT, '.git'))) return undefined
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
