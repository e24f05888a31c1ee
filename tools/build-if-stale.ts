import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Builds the screens if their sources have changed since the last build, so that a fresh clone or a pull needs no extra command.
// Without the development packages (npm ci --omit=dev) an existing build is used as it is.
const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist', '.made-of')
const SOURCES = [
  '{contract,web}/**/*.*',
  '{index,till}.html',
  'vite{,.till}.config.ts',
  'tools/{vite-plugins,screen-files}.ts',
  'package-lock.json',
]

const made = createHash('sha256')
for (const file of globSync(SOURCES, { cwd: root }).sort()) {
  // The router plug-in writes this file during the build.
  if (file.endsWith('route-tree.gen.ts') || file.endsWith('.test.ts')) continue
  made.update(file).update(readFileSync(join(root, file)))
}
const hash = made.digest('hex')

/** Vite alone may be there: it is an optional part of a package that the server uses. */
const BUILD_PACKAGES = [
  'vite',
  '@vitejs/plugin-react',
  '@tanstack/router-plugin/vite',
  'vite-plugin-compression2',
  '@serwist/vite',
]

function isInstalled(name: string) {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  if (BUILD_PACKAGES.every(isInstalled)) {
    const vite = await import('vite')
    await vite.build({ root, logLevel: process.argv.includes('--quiet') ? 'warn' : 'info' })
    writeFileSync(stamp, hash)
  } else if (!existsSync(join(root, 'dist', 'index.html'))) {
    console.log(
      'The screens were not built: the development packages are not installed. Run "npm ci" with them once, or copy dist/ from another machine.',
    )
  }
}
