import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPTS = ['start', 'migrate', 'winkel', 'till', 'demo']

/**
 * package.json and package-lock.json of the archive, which name no development package. Between two releases package.json names the commit,
 * because the archive has no git.
 */
export function createManifests(root: string) {
  const {
    devDependencies: _,
    workspaces: __,
    scripts,
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  // There is nothing to build: none of the scripts that build the screens is among these.
  const kept = Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]]))
  const postinstall = 'node tools/run.mjs tools/package/trim-installation.ts'
  const commit = manifest.version.includes('-') ? { commit: readCommit(root) } : {}
  const packageJson = `${JSON.stringify({ ...manifest, ...commit, scripts: { ...kept, postinstall } }, null, 2)}\n`
  return { packageJson, packageLock: pruneLock(root, packageJson) }
}

const readCommit = (root: string) =>
  execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

/** npm itself takes out of the lock file what only development packages need. Everything else is in it, so nothing is looked up. */
function pruneLock(root: string, packageJson: string) {
  const folder = mkdtempSync(join(tmpdir(), 'winkel-lock-'))
  try {
    writeFileSync(join(folder, 'package.json'), packageJson)
    writeFileSync(join(folder, 'package-lock.json'), readFileSync(join(root, 'package-lock.json')))
    writeFileSync(join(folder, '.npmrc'), readFileSync(join(root, '.npmrc')))
    execFileSync('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      // Set by an npm that runs this as a script.
      env: { ...process.env, npm_config_package_lock_only: '', npm_config_omit: '' },
    })
    return readFileSync(join(folder, 'package-lock.json'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}
