import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findOwnerConnection } from '../db/embedded/find-owner-connection.ts'
import { createClient } from '../server/testing/clients.ts'
import { defineDrill } from './lib/drill.ts'
import { createFolder, startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

/** Debian's package libfaketime. */
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => `/usr/lib/${machine}/faketime/libfaketime.so.1`)
const findLibrary = () => LIBRARIES.find(existsSync)

/** Where the clock is after each jump, beside the real one, and how many hours that is. */
const JUMPS: [string, number][] = [
  ['+1h', 1],
  ['-1h', -1],
  ['+1d', 24],
  ['-1d', -24],
  ['+30m', 0.5],
  ['-3d', -72],
  ['+0', 0],
]
const IDLE_DAYS = '+8d'

export default defineDrill({
  description: 'the clock of server and PostgreSQL jumps hours and days, forward and back (needs libfaketime)',
  tiny: {},
  findObstacle: () => (findLibrary() ? undefined : 'This drill needs libfaketime: on Debian, apt-get install libfaketime.'),
  async run(context) {
    const { figure, promise, progress } = context
    const clock = join(await createFolder(context), 'clock')
    const setClock = (offset: string) => writeFile(clock, `${offset}\n`)
    await setClock('+0')
    const server = await startServerProcess(context, {
      environment: {
        LD_PRELOAD: findLibrary() ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        // As a real jump: timers run on the monotonic clock, which does not jump.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_RESET: '1',
      },
    })
    await server.waitUntilReady()
    const { server: clientServer, owner, till } = await signUpShop(server)

    const database = new Client(await findOwnerConnection(server.dataDir))
    await database.connect()
    context.onFinished(() => database.end())
    /** The hours by which the clocks of the server and of PostgreSQL differ from this process's. */
    const readOffsets = async () => {
      const { time } = JSON.parse(server.lines.findLast((line) => line.includes('"time"')) ?? '{}')
      const { rows } = await database.query<{ now: Date }>('select now()')
      return [time, rows[0]?.now].map((clock) => Math.round((Date.parse(String(clock)) - Date.now()) / 360_000) / 10)
    }

    let count = 0
    const faults: unknown[] = []
    for (const [offset, hours] of JUMPS) {
      await setClock(offset)
      progress(`the clock is at ${offset}`)
      const sale = { reference: `clock-${++count}`, saledate: '2026-11-21T14:05', finalamount: 1 }
      const created = await till.push([sale])
      const repeated = await till.push([sale])
      const visitor = createClient(clientServer)
      const signedIn = await visitor.send('POST', '/api/v1/session', owner.credentials)
      const wrong = await visitor.send('POST', '/api/v1/session', { ...owner.credentials, password: 'wrong' })
      const seen = {
        ready: (await fetch(`${server.url}/readyz`)).status,
        created: created.body.sales?.[0]?.status ?? created.status,
        repeated: repeated.body.sales?.[0]?.status ?? repeated.status,
        session: (await owner.fetch('/api/v1/sites')).status,
        signIn: signedIn.status,
        wrongPassword: wrong.status,
        dashboard: (await owner.fetch('/api/v1/dashboard/figures?from=2026-11-01&to=2026-11-30')).status,
        clocks: await readOffsets(),
      }
      figure(`at ${offset}`, JSON.stringify(seen))
      const expected = {
        ready: 200,
        created: 'created',
        repeated: 'duplicate',
        session: 200,
        signIn: 200,
        wrongPassword: 401,
        dashboard: 200,
        clocks: [hours, hours],
      }
      if (JSON.stringify(seen) !== JSON.stringify(expected)) faults.push({ offset, ...seen })
    }
    promise('after each jump tills, sessions, sign-ins and figures work as before', faults.length === 0, faults)

    await setClock(IDLE_DAYS)
    const idle = await owner.fetch('/api/v1/sites')
    promise('a session that was idle for more than 7 days has ended', idle.status === 401, idle.status)
    await setClock('+0')
    const back = await owner.fetch('/api/v1/sites')
    promise('and it does not come back with the clock', back.status === 401, back.status)
    const again = createClient(clientServer)
    await again.send('POST', '/api/v1/session', owner.credentials)
    const { body } = await again.send('GET', '/api/v1/sales?from=2026-11-01&to=2026-11-30')
    promise('each sale is stored once', body.results === count, body)
    const problems = server.lines.filter((line) => /"level":(50|60)/.test(line))
    promise('the log has no error', problems.length === 0, problems.slice(0, 5))
  },
})
