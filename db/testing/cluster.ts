import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../embedded/start-embedded.ts'
import { migrate } from '../migrate.ts'
import { BACKUP_ROLE } from '../roles.ts'

export const TEMPLATE = 'winkel_template'

export type TestCluster = { admin: ClientConfig; owner: ClientConfig; login: ClientConfig }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/**
 * A PostgreSQL in a temporary folder, with one migrated database that `testStore` copies. Its data is deleted at the end, so
 * fsync is off.
 */
export async function startTestCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-tests-'))
  const print = ({ err }: { err?: unknown }, message: string) => console.error(message, err ?? '')
  const log = { info: print, warn: print, error: print }
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const { stop: stopPostgres, ...cluster } = await startEmbedded({ dataDir, log, settings })
  const stop = async () => {
    await stopPostgres()
    await rm(dataDir, { recursive: true })
  }
  try {
    const admin = new Client(cluster.admin)
    admin.on('error', () => undefined) // the cluster stops when a migration fails
    await admin.connect()
    await admin.query(`create database ${TEMPLATE} owner ${cluster.owner.user}`)
    await migrate({ owner: { ...cluster.owner, database: TEMPLATE }, login: { name: String(cluster.login.user) } })
    // As an operator does who sets BACKUP_DATABASE_URL.
    await admin.query(`alter role ${BACKUP_ROLE} login`)
    await admin.end()
    return { cluster, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Vitest's global setup: one cluster for a whole run. */
export default async function setup(project: TestProject) {
  const { cluster, stop } = await startTestCluster()
  project.provide('cluster', cluster)
  return stop
}
