import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from './log.ts'
import { openPools } from './open-store.ts'
import { TEMPLATE } from './testing/cluster.ts'
import { asAdmin, emptyDatabase } from './testing/store.ts'

test('pools: every connection uses the same time zone and date format and no JIT, whatever the settings of the database', async () => {
  const { login, drop } = await emptyDatabase(TEMPLATE)
  await asAdmin(`alter database ${login.database} set timezone = 'Africa/Cairo'`)
  await asAdmin(`alter database ${login.database} set datestyle = 'German, DMY'`)
  await asAdmin(`alter database ${login.database} set jit = on`)
  const store = await openPools(login, silentLog)
  const listening = new Client(store.listenConfig)
  await listening.connect()
  onTestFinished(async () => {
    await Promise.all([store.close(), listening.end()])
    await drop()
  })
  for (const connection of [store.pool, store.authPool, listening]) {
    const { rows } = await connection.query(
      `select current_setting('timezone') as zone, current_setting('jit') as jit, timestamptz '2026-04-24T12:00Z'::text as noon`,
    )
    expect(rows).toEqual([{ zone: 'UTC', jit: 'off', noon: '2026-04-24 12:00:00+00' }])
  }
})
