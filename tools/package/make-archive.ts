import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { renderLicences } from '../licences/licences.ts'
import { listFiles } from './files.ts'
import { createManifests } from './manifest.ts'

const README = (version: string) =>
  `# Winkel ${version}\n\ndocs/operating.md says how to install and run it: begin with 'Install from the archive'.\n`

/**
 * Writes an archive of the work tree and its built screens. The same commit and the same build give the same bytes. It has its name only
 * once it is complete.
 */
export async function makeArchive(root: string, folder: string) {
  const { packageJson, packageLock } = createManifests(root)
  const { version: number, commit } = JSON.parse(packageJson)
  const version = commit ? `${number}+${commit}` : number
  const name = `winkel-${version}`
  const mtime = new Date(Number(git(root, 'log', '-1', '--format=%ct')) * 1000)
  const texts = {
    'README.md': README(version),
    'docs/licences.md': renderLicences(),
    'package.json': packageJson,
    'package-lock.json': packageLock,
  }

  const archive = pack()
  const add = (path: string, mode: number, content: string | Buffer) =>
    void archive.entry({ name: `${name}/${path}`, mode, mtime, uid: 0, gid: 0 }, content)
  const fill = async () => {
    for (const [path, text] of Object.entries(texts)) add(path, 0o644, text)
    for (const { path, mode } of listFiles(root)) add(path, mode, await readFile(join(root, path)))
    archive.finalize()
  }
  const file = join(folder, `${name}.tar.gz`)
  const draft = `${file}.draft`
  await mkdir(dirname(file), { recursive: true })
  try {
    const writing = pipeline(archive, createGzip({ level: constants.Z_BEST_COMPRESSION }), createWriteStream(draft))
    await Promise.all([fill().catch((error) => archive.destroy(error)), writing])
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  return file
}

/** Changes of the work tree that are in no commit. */
export const findUncommitted = (root: string) => git(root, 'status', '--porcelain', '--untracked-files=no')

const git = (root: string, ...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
