import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeArchive } from '../tools/package/make-archive.ts'
import { defineDrill } from './lib/drill.ts'
import { createFolder, startServerProcess } from './lib/server-process.ts'
import { signUpOwner, toClientServer } from './lib/shop.ts'

const ROOT = join(import.meta.dirname, '..')
const MAX_MB = 300
const DEVELOPMENT = ['vite', 'vitest', 'react', 'react-dom', '@mantine', '@tabler', 'typescript', 'playwright-core', '@biomejs']
const run = promisify(execFile)

export default defineDrill({
  description: 'The archive for operators: it is unpacked, installed without development packages, started, used and stopped',
  options: { install: true },
  // Instead of an installation, which may need the network, the packages of its lock file are copied from this clone.
  tiny: { install: false },
  findObstacle: () => (existsSync(join(ROOT, '.git')) ? undefined : 'It needs a clone of git.'),
  async run(context) {
    const { options, figure, promise, limit } = context
    const folder = await createFolder(context)
    const archive = await makeArchive(ROOT, folder)
    await run('tar', ['-xzf', archive, '-C', folder])
    const unpacked = archive.slice(0, -'.tar.gz'.length)

    const startedAt = performance.now()
    if (options.install) await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--loglevel=error'], { cwd: unpacked })
    else await copyPackages(unpacked)
    figure('installed, seconds', Math.round((performance.now() - startedAt) / 1000))

    const packages = await readdir(join(unpacked, 'node_modules'))
    promise(
      'no development package is installed',
      DEVELOPMENT.every((name) => !packages.includes(name)),
      packages,
    )
    const kilobytes = Number((await run('du', ['-sk', unpacked])).stdout.split('\t')[0])
    figure('archive and packages, MB', Math.round(kilobytes / 1024))
    limit(`the folder has at most ${MAX_MB} MB`, kilobytes / 1024 <= MAX_MB)

    const server = await startServerProcess(context, { root: unpacked })
    await server.waitUntilReady()
    const page = await (await fetch(`${server.url}/login`)).text()
    const scripts = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path)
    const answers = await Promise.all(scripts.map((path) => fetch(`${server.url}${path}`)))
    promise('/login and its scripts are served', scripts.length > 0 && answers.every(({ ok }) => ok), scripts)
    promise('/api/docs is served', (await fetch(`${server.url}/api/docs/swagger-ui-bundle.js`)).ok)
    const owner = await signUpOwner(toClientServer(server))
    promise('an owner signs up and reads the dashboard', (await owner.fetch('/api/v1/sites')).status === 200)

    const commands = [join('tools', 'run.mjs'), join('cli', 'main.ts')]
    const { stdout } = await run(process.execPath, [...commands, 'businesses', '--json'], {
      cwd: unpacked,
      env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
    })
    promise('a command of the operator lists the business', stdout.includes('Nkosi Stores'), stdout)
    promise('it stops with exit code 0', (await server.stop()) === 0)
  },
})

/** The packages of this platform, but Node itself. */
async function copyPackages(unpacked: string) {
  const { packages } = JSON.parse(await readFile(join(unpacked, 'package-lock.json'), 'utf8'))
  const paths = Object.keys(packages).filter((path) => path && !/^node_modules\/node-/.test(path) && existsSync(join(ROOT, path)))
  // --parents makes the folders above; a package in another one's folder is copied with it, and here by its own name.
  const outermost = paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
  for (const path of outermost) {
    await run('mkdir', ['-p', dirname(join(unpacked, path))])
    await run('cp', ['-a', join(ROOT, path), join(unpacked, path)])
  }
}
