import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { findRunAs } from '../../db/embedded/pg-ctl.ts'
import { findPostgresProcesses } from './postgres-processes.ts'
import { fillTemplate, findProgram, getProgram, startProgram, waitFor } from './programs.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

const POSTGRES = '/usr/lib/postgresql/15/bin'
const HOST = '127.0.0.1'
const REST_TIMEOUT_MS = 2_000

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>
export type Node = Awaited<ReturnType<typeof createNode>>

/** What a drill with this cluster says where a program is missing. */
export function findClusterObstacle() {
  const missing = ['etcd', 'patroni', 'haproxy'].find((name) => !findProgram(name))
  if (missing) return `This drill needs ${missing}: apt-get install etcd-server patroni haproxy postgresql-15`
  return existsSync(POSTGRES) ? undefined : `This drill needs PostgreSQL 15 in ${POSTGRES}.`
}

/** Two PostgreSQL with Patroni, and an etcd, on loopback. All of it ends with the drill. */
export async function startPatroniCluster(context: DrillPlace) {
  const etcd = await startEtcd(context)
  const password = randomBytes(16).toString('hex')
  const shared = {
    etcd_addresses: `['${etcd}']`,
    superuser_password: password,
    replication_password: randomBytes(16).toString('hex'),
  }
  const nodes = [await createNode(context, 'node-1', shared), await createNode(context, 'node-2', shared)] as const
  for (const node of nodes) await node.start()

  const findLeader = async () => {
    for (const node of nodes) if ((await node.ask('/primary')) !== undefined) return node
    return undefined
  }
  const cluster = {
    nodes,
    password,
    /** The node that leads; waits for one. */
    getLeader: () => waitFor('a leader', findLeader),
    getOther: (node: Node) => (node === nodes[0] ? nodes[1] : nodes[0]),
    /** Until one node leads and the other one confirms each commit. */
    waitUntilSynchronous: () =>
      waitFor('a leader with a synchronous standby', async () => {
        const leader = await findLeader()
        return leader && (await cluster.getOther(leader).ask('/synchronous')) !== undefined ? leader : undefined
      }),
    /** Asks Patroni to let the other node lead. */
    switchOver: async (leader: Node) => {
      const candidate = cluster.getOther(leader)
      const { status, text } = await leader.post('/switchover', { leader: leader.name, candidate: candidate.name })
      if (status !== 200) throw new Error(`the switch-over was answered with ${status}: ${text}`)
    },
  }
  return cluster
}

async function startEtcd(context: DrillPlace) {
  const [client, peer] = [`${HOST}:${await findFreePort()}`, `${HOST}:${await findFreePort()}`]
  const dataDir = await createFolder(context)
  await startProgram(context, getProgram('etcd'), [
    `--data-dir=${dataDir}`,
    `--listen-client-urls=http://${client}`,
    `--advertise-client-urls=http://${client}`,
    `--listen-peer-urls=http://${peer}`,
    `--initial-advertise-peer-urls=http://${peer}`,
    `--initial-cluster=default=http://${peer}`,
  ])
  await waitFor('etcd', async () => (await fetch(`http://${client}/health`)).ok || undefined)
  return client
}

/** A machine of the database: Patroni and the PostgreSQL that it starts. */
async function createNode(context: DrillPlace, name: string, shared: Record<string, string>) {
  const folder = await createFolder(context)
  const home = join(folder, 'home')
  await mkdir(home, { mode: 0o700 })
  const [postgresPort, restPort] = [await findFreePort(), await findFreePort()]
  const file = join(home, 'patroni.yml')
  const values = {
    ...shared,
    name,
    rest_address: `${HOST}:${restPort}`,
    postgres_address: `${HOST}:${postgresPort}`,
    data_dir: join(home, 'postgres'),
    bin_dir: POSTGRES,
    pgpass: join(home, 'pgpass'),
    network: `${HOST}/32`,
    // One of the machine that runs the drill would reset it.
    watchdog: 'off',
  }
  await writeFile(file, await fillTemplate('patroni/patroni.yml', values), { mode: 0o600 })
  const runAs = await findRunAs(home, { initdb: join(POSTGRES, 'initdb'), pg_ctl: join(POSTGRES, 'pg_ctl') })
  const program = getProgram('patroni')
  const url = `http://${HOST}:${restPort}`
  let patroni: Awaited<ReturnType<typeof startProgram>> | undefined

  const findProcesses = async () => {
    const found = await findPostgresProcesses(home).catch(() => undefined)
    // The file of a PostgreSQL that was killed has an id that may be of another process by now.
    const program = found && (await readFile(`/proc/${found.postmaster}/cmdline`, 'utf8').catch(() => ''))
    return found && program?.includes(home) ? [found.postmaster, ...found.children] : []
  }
  const sendToPatroni = (name: NodeJS.Signals) => {
    if (patroni) sendSignal(patroni.pid, name)
  }
  /** Until there is no process that did not get it. */
  const sendToPostgres = async (name: NodeJS.Signals) => {
    const sent = new Set<number>()
    for (;;) {
      const others = (await findProcesses()).filter((id) => !sent.has(id))
      if (others.length === 0) return
      for (const id of others) sendSignal(id, name)
      for (const id of others) sent.add(id)
    }
  }
  const kill = async () => {
    // Patroni first, so that it starts nothing again.
    await patroni?.end('SIGKILL')
    patroni = undefined
    await sendToPostgres('SIGKILL')
  }
  context.onFinished(kill)

  return {
    name,
    postgresPort,
    restPort,
    start: async () => {
      patroni = await startProgram(context, program, [file], runAs)
    },
    kill,
    freezePatroni: () => sendToPatroni('SIGSTOP'),
    freeze: async () => {
      sendToPatroni('SIGSTOP')
      await sendToPostgres('SIGSTOP')
    },
    /** PostgreSQL first: what it may do before Patroni stops it, it does. */
    thaw: async () => {
      await sendToPostgres('SIGCONT')
      sendToPatroni('SIGCONT')
    },
    /** The answer of Patroni to a question; undefined unless it is 200. */
    ask: async (path: string) => {
      const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(REST_TIMEOUT_MS) }).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      return response?.status === 200 ? text : undefined
    },
    post: async (path: string, body: object) => {
      const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })
      return { status: response.status, text: await response.text() }
    },
  }
}

function sendSignal(id: number, name: NodeJS.Signals) {
  try {
    process.kill(id, name)
  } catch {
    // It has ended.
  }
}
