import { statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findUncommitted, makeArchive } from './make-archive.ts'

const root = join(import.meta.dirname, '..', '..')

if (findUncommitted(root)) console.error('The work tree has changes that are in no commit. The archive has them too.')
const file = await makeArchive(root, join(root, 'dist-package'))
console.log(`${relative('.', file)}, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
