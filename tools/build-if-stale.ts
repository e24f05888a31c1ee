import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Builds the screens when what they are made of has changed since the last build, so that neither a fresh clone nor a pull
// needs a command of its own. Where Vite is not installed (npm ci --omit=dev) an existing build is taken as it is.
const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist', '.made-of')
const SOURCES = ['{contract,web}/**/*.*', 'index.html', 'vite.config.ts', 'tools/vite-plugins.ts', 'package-lock.json']

const made = createHash('sha256')
for (const file of globSync(SOURCES, { cwd: root }).sort()) {
  // The router writes this one itself while it builds.
  if (file.endsWith('route-tree.gen.ts') || file.endsWith('.test.ts')) continue
  made.update(file).update(readFileSync(join(root, file)))
}
const hash = made.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  const vite = await import('vite').catch(() => undefined)
  if (vite) {
    await vite.build({ root, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' })
    writeFileSync(stamp, hash)
  } else if (!existsSync(join(root, 'dist', 'index.html'))) {
    console.log(
      'The screens were not built: Vite is not installed. Run "npm ci" with development packages once, or bring dist/ along.',
    )
  }
}
