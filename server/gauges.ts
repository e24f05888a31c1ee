import { statfs } from 'node:fs/promises'
import type { Pool } from 'pg'
import type { Store } from '../db/open-store.ts'
import type { TenantScopes } from '../db/tenant-scope.ts'
import type { NightlyBackups } from './backup/nightly-backup.ts'
import type { Readiness } from './http/app.ts'
import type { Metrics } from './http/metrics.ts'
import { listStoppedWork } from './shared/background-work.ts'

type Sources = {
  store: Store
  scopes: TenantScopes
  dataDir: string
  hasProxyWarning(): boolean
  isDiskFull(): boolean
  readReadiness(): Promise<Readiness>
  countStreams(): number
  /** Of all businesses. Rejects while the database is away. */
  readFiguresCheck(): Promise<{ checked_at: Date | null; differing: number }>
}

/** What Prometheus reads about the server, its database and the work of all businesses. */
export function addGauges({ addGauge, addPoolGauge, addReasonGauge }: Metrics, { store, scopes, dataDir, ...sources }: Sources) {
  const { pool, authPool } = store
  // First, before the statements of the others use connections.
  addPoolGauge(
    'winkel_database_requests_waiting',
    'Requests that wait for a connection, or for the share of their business',
    () => ({
      requests: pool.waitingCount + scopes.countWaiting(),
      sign_in: authPool.waitingCount,
    }),
  )
  addPoolGauge('winkel_database_connections_in_use', 'Connections to the database that work for a request', () => ({
    requests: countInUse(pool),
    sign_in: countInUse(authPool),
  }))
  addReasonGauge(
    'winkel_ready',
    'Whether /readyz answers that the server should get requests. The reason says why not, or what is not as it should be',
    async () => {
      const { isReady, reason = 'none' } = await sources.readReadiness()
      return { value: Number(isReady), reason }
    },
  )
  addGauge('winkel_database_up', 'Whether the database answers', async () =>
    Number((await store.findObstacle()) !== 'database away'),
  )
  addGauge(
    'winkel_database_writable',
    'Whether the database takes rows: it is no standby, not read-only, and its disk is not full; absent while it does not answer',
    async () => {
      const obstacle = await store.findObstacle()
      return obstacle === 'database away' ? undefined : Number(obstacle === undefined && !sources.isDiskFull())
    },
  )
  addReplicaGauges(addGauge, store)
  addGauge('winkel_data_dir_free_bytes', 'Free space on the disk of DATA_DIR', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  })
  addGauge('winkel_live_streams', 'Windows to which this server sends live updates', async () => sources.countStreams())
  addGauge('winkel_proxy_not_trusted', 'Whether requests came through a proxy although TRUSTED_PROXIES is 0', async () =>
    Number(sources.hasProxyWarning()),
  )
  addWorkGauges(addGauge, { store, scopes, ...sources })
}

function addReplicaGauges(addGauge: Metrics['addGauge'], { replica }: Store) {
  addGauge(
    'winkel_replica_up',
    'Whether reads go to the replica: it answers, is a standby of this database and is not behind; absent without one',
    async () => replica && Number(replica.isUp()),
  )
  addGauge(
    'winkel_replica_lag_seconds',
    'How far the replica is behind the primary; absent without one, and while one of the two does not answer',
    async () => replica?.readLag(),
  )
}

type WorkSources = Pick<Sources, 'store' | 'scopes' | 'readFiguresCheck'>

function addWorkGauges(addGauge: Metrics['addGauge'], { store, scopes, readFiguresCheck }: WorkSources) {
  addGauge(
    'winkel_silent_tills',
    'Tills of all businesses that were used on at least 5 of their last 7 days and not in the last 24 hours',
    async () => (await store.authPool.query<{ silent: number }>('select public.count_silent_tills() as silent')).rows[0]?.silent,
  )
  const readTrial = async () =>
    (await store.authPool.query<{ tried_at: Date; has_failed: boolean }>('select * from public.find_trial_restore()')).rows[0]
  addGauge(
    'winkel_last_trial_restore_timestamp_seconds',
    'When a backup was last restored in a trial; absent when it never was',
    async () => toSeconds((await readTrial())?.tried_at),
  )
  addGauge('winkel_trial_restore_failed', 'Whether the last trial restore failed; absent when there was none', async () => {
    const last = await readTrial()
    return last && Number(last.has_failed)
  })
  addGauge(
    'winkel_stopped_work',
    'Exports and imports of all businesses whose server ended, and imports that failed, until they go on',
    async () => (await scopes.asAuth(listStoppedWork)).length,
  )
  addGauge(
    'winkel_jobs_waiting',
    'Exports and imports of all businesses that a server is going to go on with',
    async () => (await scopes.asAuth(listStoppedWork)).filter(({ can_restart }) => can_restart).length,
  )
  addGauge(
    'winkel_figures_differing_businesses',
    'Businesses whose figures differed from the sales when they were last checked; absent when they never were',
    async () => {
      const { checked_at, differing } = await readFiguresCheck()
      return checked_at ? differing : undefined
    },
  )
  addGauge(
    'winkel_last_figures_check_timestamp_seconds',
    'When the figures were last compared with the sales; absent when they never were',
    async () => toSeconds((await readFiguresCheck()).checked_at),
  )
}

/** All are absent where this server sends no webhooks. */
export function addWebhookGauges({ addGauge }: Metrics, { authPool }: Pick<Store, 'authPool'>) {
  const readBacklog = async () =>
    (
      await authPool.query<{ waiting: string; due_seconds: string | null }>(
        'select waiting, extract(epoch from now() - due_since) as due_seconds from public.webhook_backlog()',
      )
    ).rows[0]
  addGauge('winkel_webhook_deliveries_waiting', 'Messages to webhooks of all businesses that wait for an attempt', async () =>
    Number((await readBacklog())?.waiting),
  )
  addGauge(
    'winkel_webhook_oldest_due_seconds',
    'How long the oldest of these messages has been due without an attempt of its business under way; absent when none is',
    async () => {
      const seconds = (await readBacklog())?.due_seconds
      return seconds === null ? undefined : Number(seconds)
    },
  )
}

/** All are absent where this server makes no backups. */
export function addBackupGauges({ addGauge }: Metrics, { readLastBackup, readFailed, getDuration }: NightlyBackups) {
  addGauge('winkel_last_backup_timestamp_seconds', 'When the last backup was made; 0 when there is none yet', async () => {
    const last = await readLastBackup()
    return last === 'none yet' ? 0 : toSeconds(last?.madeAt)
  })
  addGauge('winkel_last_backup_size_bytes', 'The size of the last backup; absent when there is none yet', async () => {
    const last = await readLastBackup()
    return typeof last === 'object' ? last.bytes : undefined
  })
  addGauge(
    'winkel_last_backup_duration_seconds',
    'How long the last nightly backup took; absent until this server has made one',
    async () => getDuration(),
  )
  addGauge('winkel_backup_failed', 'Whether the last nightly backup failed', async () => {
    const failed = await readFailed()
    return failed === undefined ? undefined : Number(failed)
  })
}

const toSeconds = (time: Date | null | undefined) => (time ? time.getTime() / 1000 : undefined)

const countInUse = ({ totalCount, idleCount }: Pool) => totalCount - idleCount
