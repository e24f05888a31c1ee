import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { SALES_IMPORT_MAX_BYTES } from '../../contract/shared/constants.ts'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { testServer } from '../testing/server.ts'
import { createSale, createShopHelpers } from '../testing/till-shop.ts'
import { waitUntil } from '../testing/wait-until.ts'

// The files of deploy/ with the programs that read them, where these are installed.

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy')
const run = promisify(execFile)
const isInstalled = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

const nginxConf = await readFile(join(DEPLOY, 'nginx', 'winkel.conf'), 'utf8')

test('deploy: nginx takes bodies as large as the server does', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(nginxConf) ?? []
  expect(Number(megabytes) * 2 ** 20).toBeGreaterThan(SALES_IMPORT_MAX_BYTES)
})

const FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** A folder with a configuration of nginx that includes `conf`. */
async function writeNginxConf(conf: string) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const main = [
    ...['daemon off;', `pid ${folder}/pid;`, 'error_log stderr;', 'events {}', 'http {', 'access_log off;'],
    ...FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`),
    ...[`include ${folder}/winkel.conf;`, '}'],
  ]
  await writeFile(join(folder, 'nginx.conf'), main.join('\n'))
  await writeFile(join(folder, 'winkel.conf'), conf.replaceAll('/etc/ssl/winkel', folder))
  return { folder, args: ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')] }
}

test.skipIf(!isInstalled('nginx', '-v') || !isInstalled('openssl', 'version'))('deploy: nginx accepts its file', async () => {
  const { folder, args } = await writeNginxConf(nginxConf)
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  await run('openssl', ['req', '-x509', '-subj', '/CN=winkel.example', ...key])
  expect((await run('nginx', ['-t', ...args])).stderr).toContain('test is successful')
})

test.skipIf(!isInstalled('nginx', '-v'))(
  'deploy: nginx passes live updates on at once, and keeps a server that was away',
  async () => {
    const server = await testServer({ trustedProxies: 1 })
    onTestFinished(server.close)
    const [port, away] = [await findFreePort(), await findFreePort()]
    const conf = nginxConf
      .replace(
        'server 127.0.0.1:3000 max_fails=0;',
        `server 127.0.0.1:${away} max_fails=0; server ${new URL(server.url).host} max_fails=0;`,
      )
      .replaceAll(/^ *(listen \[|ssl_).*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await findFreePort()};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    const { args } = await writeNginxConf(conf)
    const nginx = spawn('nginx', args, { stdio: 'ignore' })
    const exit = once(nginx, 'exit')
    onTestFinished(async () => {
      nginx.kill('SIGTERM')
      await exit
    })
    const url = `http://127.0.0.1:${port}`
    // Each second request meets the server that is away first.
    await waitUntil(async () => expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: 'ready' }))
    for (let count = 0; count < 10; count++) expect((await fetch(`${url}/readyz`)).status).toBe(200)

    const shop = await createShopHelpers(server).createOwnedShop()
    const live = await fetch(`${url}/api/v1/live`, { headers: { cookie: shop.cookie() } })
    let text = ''
    const reading = live.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      while (!text.includes('"changed":"sales"')) text += (await reading?.read())?.value
    }
    await shop.till.push([createSale('a')])
    await read()
    expect(live.headers.get('content-type')).toContain('text/event-stream')
    await reading?.cancel()
  },
)

test.skipIf(!isInstalled('haproxy', '-v'))('deploy: HAProxy sends requests to the server that is ready', async () => {
  const server = await testServer({ trustedProxies: 1 })
  onTestFinished(server.close)
  const notReady = createServer((_request, response) => response.writeHead(503).end())
  await once(notReady.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void notReady.close())
  const address = `127.0.0.1:${await findFreePort()}`
  const values: Record<string, string> = {
    winkel_address: address,
    winkel_server_1: `127.0.0.1:${(notReady.address() as AddressInfo).port}`,
    winkel_server_2: new URL(server.url).host,
    database_address: `127.0.0.1:${await findFreePort()}`,
  }
  const folder = await mkdtemp(join(tmpdir(), 'winkel-haproxy-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const fill = async (name: string) => {
    const text = await readFile(join(DEPLOY, 'haproxy', name), 'utf8')
    const file = join(folder, name)
    await writeFile(
      file,
      text.replace(/@(\w+)@/g, (_, word) => values[word] ?? (word.startsWith('rest') ? '8008' : '127.0.0.1:5432')),
    )
    return ['-f', file]
  }
  const [database, winkel] = [await fill('database.cfg'), await fill('winkel.cfg')]
  for (const args of [database, winkel, [...database, ...winkel]]) await run('haproxy', ['-c', ...args])

  const haproxy = spawn('haproxy', ['-db', ...winkel], { stdio: 'ignore' })
  const exit = once(haproxy, 'exit')
  onTestFinished(async () => {
    haproxy.kill('SIGTERM')
    await exit
  })
  await waitUntil(async () => {
    for (let count = 0; count < 10; count++) expect((await fetch(`http://${address}/readyz`)).status).toBe(200)
  })
})

test.skipIf(!isInstalled('promtool', '--version'))(
  'deploy: Prometheus accepts its files, and each alert fires when it should',
  async () => {
    const inFolder = (...args: string[]) => run('promtool', args, { cwd: join(DEPLOY, 'prometheus') })
    await inFolder('check', 'config', 'prometheus.yml')
    await inFolder('test', 'rules', 'alerts.test.yml')
    const alerts = (await readFile(join(DEPLOY, 'prometheus', 'alerts.yml'), 'utf8')).matchAll(/alert: (\w+)/g)
    const cases = await readFile(join(DEPLOY, 'prometheus', 'alerts.test.yml'), 'utf8')
    for (const [, name] of alerts) expect(cases).toContain(`alertname="${name}"`)
  },
)

test.each([
  ['/opt/winkel', {}],
  ['/opt/winkel-1.1.0', { WINKEL_DIR: '/opt/winkel-1.1.0' }],
])(
  'deploy: the command winkel runs the release in %s, with the variables of the owner if there are any',
  async (folder, variables) => {
    const bin = await mkdtemp(join(tmpdir(), 'winkel-bin-'))
    onTestFinished(() => rm(bin, { recursive: true }))
    await writeFile(join(bin, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
    const env = { ...variables, PATH: `${bin}:${process.env['PATH']}` }
    const { stdout } = await run(join(DEPLOY, 'systemd', 'winkel'), ['announce', 'two words'], { env })
    const args = stdout.split('\n')
    expect(args).toContain(`--working-directory=${folder}`)
    // The later file wins. The owner's may be missing.
    expect(args.filter((arg) => arg.includes('EnvironmentFile'))).toEqual([
      '--property=EnvironmentFile=/etc/winkel/winkel.env',
      '--property=EnvironmentFile=-/etc/winkel/owner.env',
    ])
    expect(args.slice(-6)).toEqual([
      `${folder}/node_modules/.bin/node`,
      'tools/run.mjs',
      'cli/main.ts',
      'announce',
      'two words',
      '',
    ])
  },
)

const hasSystemd = isInstalled('systemd-analyze', '--version')
test.skipIf(!hasSystemd)('deploy: the unit of systemd is rated as well protected', async () => {
  const unit = join(DEPLOY, 'systemd', 'winkel.service')
  // Exits with 1 above 3.0, of 10. Newer versions look at more.
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--threshold=30', '--no-pager', unit])
  expect(stdout).toMatch(/Overall exposure level for winkel\.service: [0-3]\.\d OK/)
})
