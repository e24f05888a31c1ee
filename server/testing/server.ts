import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Store } from '../../db/open-store.ts'
import { PASSWORD_COST } from '../../db/testing/create-business.ts'
import { testStore } from '../../db/testing/store.ts'
import { type ComposedServer, composeServer } from '../compose.ts'
import type { Config } from '../config.ts'
import { createHttpServer } from '../http/http-server.ts'
import type { KeyLimits } from '../shared/key-rate-limit.ts'

type Options = Partial<Config> & { tillLimits?: Partial<KeyLimits>; readKeyLimits?: Partial<KeyLimits>; takeOverMs?: number }

export type TestServer = Awaited<ReturnType<typeof testServer>>

/**
 * The whole server on a socket and a database of its own, for one test file.
 *
 *     const server = await testServer()
 *     afterAll(server.close)
 */
export async function testServer(options: Options = {}) {
  const store = await testStore()
  const server = await startServer(store, options)
  const close = async () => {
    await server.close()
    await store.close()
  }
  return { ...server, close, ownerPool: store.ownerPool }
}

/** A server on a store that there is already: another node, or the same one after a restart. */
export async function startServer<S extends Store>(
  store: S,
  { tillLimits, readKeyLimits, takeOverMs, ...settings }: Options = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-server-'))
  const webFolder = join(dataDir, 'web')
  await mkdir(join(webFolder, 'assets'), { recursive: true })
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><script nonce="__NONCE__"></script>')
  await writeFile(join(webFolder, 'sales.html'), '<!doctype html><title>Sales</title><script nonce="__NONCE__"></script>')
  await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js'), 'export {}')
  await writeFile(join(webFolder, 'assets', 'app-1a2b3c.js.map'), '{}')

  const logged: string[] = []
  const secrets = new Set<string>()
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })

  let app: ComposedServer | undefined
  const http = createHttpServer({
    fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
    trustedProxies: settings.trustedProxies ?? 0,
    log,
    limits: { idleGraceMs: 0, inFlightMs: 0 },
  })
  const port = await http.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`

  const config: Config = {
    port,
    host: '127.0.0.1',
    dataDir,
    publicUrl: url,
    authSecret: 'the same in every test, and long',
    signUp: true,
    trustedProxies: 0,
    stopWaitSeconds: 0,
    metricsHost: '127.0.0.1',
    backups: false,
    backupBeforeMigration: false,
    trialRestores: false,
    webhooks: false,
    webhookAllowPrivate: false,
    passwordCost: PASSWORD_COST,
    ...settings,
  }
  app = composeServer({ store, config, log, webFolder, tillLimits, readKeyLimits, takeOverMs })

  const close = async () => {
    await app.close()
    await http.close()
    await rm(dataDir, { recursive: true })
    // Whatever a file tests, it also tests this: the log knows no password, cookie, key or token.
    const log = logged.join('')
    for (const secret of secrets) expect(log.includes(secret), `the log has a secret: ${secret}`).toBe(false)
  }
  return { url, config, store, logged, secrets, metrics: app.metrics, close }
}
