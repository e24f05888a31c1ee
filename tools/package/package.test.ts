import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCleanUp } from '../clean-up.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'
import { makeArchive } from './make-archive.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const file = createCleanUp()
afterAll(file.finish)

async function readArchive(path: string) {
  const contents = new Map<string, { mode: number | undefined; text: string }>()
  const entries = createReadStream(path).pipe(createGunzip()).pipe(extract())
  for await (const entry of entries) {
    contents.set(entry.header.name, { mode: entry.header.mode, text: (await buffer(entry)).toString() })
  }
  return contents
}

const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** A clone with the files that every archive has, a built page, and `files` beside them. */
async function createClone(files: Record<string, string>) {
  const folder = createTemporaryFolder(file, 'winkel-package-')
  const manifest = { name: 'winkel', version: '1.2.3', scripts: { start: 'node .', prestart: 'vite build' } }
  const lock = { name: 'winkel', version: '1.2.3', lockfileVersion: 3, packages: { '': { name: 'winkel', version: '1.2.3' } } }
  const given = { 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock), '.npmrc': '', ...files }
  for (const [path, content] of Object.entries({ ...given, 'server/main.ts': '', '.gitignore': 'dist/\ndata/\n' })) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@winkel.example', ...words], { cwd: folder })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'test')
  return folder
}

describe.skipIf(!existsSync(join(ROOT, '.git')))('of this clone', () => {
  let contents: Awaited<ReturnType<typeof readArchive>>
  let names: string[]
  beforeAll(async () => {
    contents = await readArchive(await makeArchive(ROOT, createTemporaryFolder(file, 'winkel-package-')))
    names = [...contents.keys()].map((name) => name.slice(name.indexOf('/') + 1))
  })
  const readJson = (name: string) => JSON.parse([...contents].find(([path]) => path.endsWith(`/${name}`))?.[1].text ?? '')

  test('package: has the server, the commands, the screens, and the documents for operators', () => {
    const { version, commit } = readJson('package.json')
    expect(new Set([...contents.keys()].map((name) => name.split('/')[0]))).toEqual(
      new Set([`winkel-${version}${commit ? `+${commit}` : ''}`]),
    )
    expect(names).toEqual(
      expect.arrayContaining([
        ...[
          'server/main.ts',
          'cli/main.ts',
          'db/migrations/01-sign-in.sql',
          'contract/index.ts',
          'tools/run.mjs',
          'tools/winkel.mjs',
        ],
        ...[
          'dist/index.html',
          'dist/login.html',
          'docs/operating.md',
          'docs/licences.md',
          'README.md',
          'package-lock.json',
          '.npmrc',
        ],
      ]),
    )
    expect(names.filter((name) => /^dist\/assets\/.*\.js(\.br|\.gz)?$/.test(name)).length).toBeGreaterThan(100)
    const findMode = (end: string) => [...contents].find(([name]) => name.endsWith(end))?.[1].mode
    expect([findMode('/deploy/systemd/winkel'), findMode('/deploy/systemd/winkel.service')]).toEqual([0o755, 0o644])
  })

  test('package: has what its documents link to', () => {
    const missing = [...contents].flatMap(([path, { text }]) => {
      if (!path.endsWith('.md')) return []
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link))
      return links.filter((link) => !contents.has(link)).map((link) => `${path}: ${link}`)
    })
    expect(missing).toEqual([])
  })

  test('package: has no test, no source of the screens, and nothing of the development', () => {
    expect(names.filter((name) => /\.(test|spec)\.|\/testing\/|\/system-tests\/|\.tsx$|tsconfig/.test(name))).toEqual([])
    expect(names.filter((name) => /^(web|e2e|bench|drills|data|node_modules|\.git|\.github|\.ci)\//.test(name))).toEqual([])
    expect(names.filter((name) => /(^|\/)\.(?!npmrc$)/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('tools/')).sort()).toEqual([
      'tools/package/trim-installation.ts',
      'tools/run.mjs',
      'tools/winkel.mjs',
    ])
  })

  test('package: installs what the server needs and no development package, and builds nothing', () => {
    const ours = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const manifest = readJson('package.json')
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifest.dependencies).toEqual(ours.dependencies)
    expect(manifest.optionalDependencies).toEqual(ours.optionalDependencies)
    expect(Object.keys(manifest.scripts).sort()).toEqual(['demo', 'migrate', 'postinstall', 'start', 'till', 'winkel'])
    for (const command of Object.values<string>(manifest.scripts)) {
      const [, path = ''] = /tools\/run\.mjs (\S+)/.exec(command) ?? []
      expect(names, command).toContain(path)
    }

    const locked = Object.keys(readJson('package-lock.json').packages)
    for (const name of [...Object.keys(ours.dependencies), ...Object.keys(ours.optionalDependencies)])
      expect(locked).toContain(`node_modules/${name}`)
    const unwanted = Object.keys(ours.devDependencies).filter((name) => locked.includes(`node_modules/${name}`))
    expect(unwanted).toEqual([])
    expect(
      locked.filter((path) => /node_modules\/(react|react-dom|rolldown|lightningcss|playwright|@mantine|@vitest)\b/.test(path)),
    ).toEqual([])
    const before = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
    for (const path of locked.filter((path) => path !== ''))
      expect(readJson('package-lock.json').packages[path].integrity, path).toBe(before[path].integrity)
  })
})

test('package: has no file that git does not know, such as a data folder or secrets', async () => {
  const clone = await createClone({ 'server/feature.ts': 'tracked' })
  for (const path of [
    'server/.env',
    'server/copy.ts',
    'cli/auth-secret',
    'data/auth-secret',
    'dist/.made-of',
    'dist/index.html',
  ]) {
    await mkdir(join(clone, dirname(path)), { recursive: true })
    await writeFile(join(clone, path), path)
  }
  await mkdir(join(clone, 'dist', '.vite'))
  await writeFile(join(clone, 'dist', '.vite', 'manifest.json'), '{}')
  const names = [...(await readArchive(await makeArchive(clone, join(clone, 'out')))).keys()].sort()
  expect(names).toEqual(
    [
      '.npmrc',
      'README.md',
      'dist/index.html',
      'docs/licences.md',
      'package-lock.json',
      'package.json',
      'server/feature.ts',
      'server/main.ts',
    ].map((name) => `winkel-1.2.3/${name}`),
  )
})

test('package: made twice, it has the same bytes; a file that is missing leaves no archive', async () => {
  const clone = await createClone({ 'server/feature.ts': 'tracked' })
  const [first, second] = [await makeArchive(clone, join(clone, 'a')), await makeArchive(clone, join(clone, 'b'))]
  expect(hash(second)).toBe(hash(first))
  await rm(join(clone, 'server', 'feature.ts'))
  await expect(makeArchive(clone, join(clone, 'c'))).rejects.toThrow('server/feature.ts')
  expect(await readdir(join(clone, 'c'))).toEqual([])
})

test.each([
  ['the archive', {}, ['main.js']],
  ['a clone', { devDependencies: {} }, ['main.d.ts', 'main.js', 'main.js.map']],
])('package: the installation of %s keeps what it needs', async (_where, manifest, left) => {
  const folder = createTemporaryFolder(file, 'winkel-package-')
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await mkdir(join(folder, 'node_modules', '@scope', 'name'), { recursive: true })
  for (const name of ['main.js', 'main.js.map', 'main.d.ts'])
    await writeFile(join(folder, 'node_modules', '@scope', 'name', name), '')
  execFileSync(process.execPath, [join(import.meta.dirname, 'trim-installation.ts'), folder])
  expect((await readdir(join(folder, 'node_modules', '@scope', 'name'))).sort()).toEqual(left)
})
