import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

// Runs after the installation of the archive: deletes what no server reads, a third of all. A clone keeps it for its type check.

const root = process.argv[2] ?? join(import.meta.dirname, '..', '..')
const UNUSED = ['node-*/{include,share}', '**/*.map', '**/*.d.{ts,mts,cts}']

if (!('devDependencies' in JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))) {
  const packages = join(root, 'node_modules')
  for (const path of globSync(UNUSED, { cwd: packages })) rmSync(join(packages, path), { recursive: true, force: true })
}
