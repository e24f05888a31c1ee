import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { findRunAs } from '../../db/embedded/pg-ctl.ts'
import { findPostgresProcesses } from './postgres-processes.ts'
import { fillTemplate, findProgram, getProgram, startProgram, waitFor } from './programs.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

const POSTGRES = '/usr/lib/postgresql/15/bin'
const NAMES = ['node-1', 'node-2', 'node-3']
const HOST = '127.0.0.1'
const REST_TIMEOUT_MS = 2_000

export type Node = Awaited<ReturnType<typeof createNode>>

/** What a drill with this cluster says where a program is missing. */
export function findClusterObstacle() {
  const missing = ['etcd', 'patroni', 'haproxy'].find((name) => !findProgram(name))
  if (missing) return `This drill needs ${missing}: apt-get install etcd-server patroni haproxy postgresql-15`
  return existsSync(POSTGRES) ? undefined : `This drill needs PostgreSQL 15 in ${POSTGRES}.`
}

type Member = { name: string; role: string; state: string; timeline?: number }

/** Three PostgreSQL with Patroni, and an etcd, on loopback. All of it ends with the drill. */
export async function startPatroniCluster(context: DrillPlace) {
  const etcdApi = await findEtcdApi()
  const etcd = await startEtcd(context, etcdApi)
  const password = randomBytes(16).toString('hex')
  const shared = {
    etcd_api: etcdApi,
    etcd_addresses: `['${etcd}']`,
    superuser_password: password,
    replication_password: randomBytes(16).toString('hex'),
  }
  const nodes: Node[] = []
  for (const name of NAMES) nodes.push(await createNode(context, name, shared))
  for (const node of nodes) await node.start()

  const findLeader = async (among = nodes) => {
    for (const node of among) if ((await node.ask('/primary')) !== undefined) return node
    return undefined
  }
  const readMembers = async (leader: Node): Promise<Member[]> =>
    JSON.parse((await leader.ask('/cluster')) ?? '{"members":[]}').members
  return {
    nodes,
    password,
    /** Until one node leads and all others follow it, one of which confirms each commit. Returns the leader. */
    waitUntilHealthy: () =>
      waitFor('a leader that all others follow', async () => {
        const leader = await findLeader()
        const members = leader ? await readMembers(leader) : []
        const timeline = members.find(({ name }) => name === leader?.name)?.timeline
        const areHealthy =
          members.length === nodes.length &&
          members.every((member) => ['running', 'streaming'].includes(member.state) && member.timeline === timeline) &&
          members.some(({ role }) => role === 'sync_standby')
        return areHealthy ? leader : undefined
      }),
    /** Until another node leads. */
    waitForSuccessor: (leader: Node) => waitFor('a new leader', () => findLeader(nodes.filter((node) => node !== leader))),
    /** Asks Patroni to let the node lead that confirms each commit. */
    switchOver: async (leader: Node) => {
      const candidate = (await readMembers(leader)).find(({ role }) => role === 'sync_standby')?.name
      const { status, text } = await leader.post('/switchover', { leader: leader.name, candidate })
      if (status !== 200) throw new Error(`the switch-over was answered with ${status}: ${text}`)
    },
  }
}

/**
 * Patroni before 3.0.3 writes its key through etcd's newer interface without a look at who has it: a leader that was frozen takes the
 * key back from its successor.
 */
async function findEtcdApi() {
  const { stdout } = await promisify(execFile)(getProgram('patroni'), ['--version'])
  const [major = 0, minor = 0, patch = 0] = (/[\d.]+/.exec(stdout)?.[0] ?? '').split('.').map(Number)
  return major * 10_000 + minor * 100 + patch < 30_003 ? 'etcd' : 'etcd3'
}

async function startEtcd(context: DrillPlace, api: string) {
  const [client, peer] = [`${HOST}:${await findFreePort()}`, `${HOST}:${await findFreePort()}`]
  const dataDir = await createFolder(context)
  await startProgram(context, getProgram('etcd'), [
    `--data-dir=${dataDir}`,
    `--listen-client-urls=http://${client}`,
    `--advertise-client-urls=http://${client}`,
    `--listen-peer-urls=http://${peer}`,
    `--initial-advertise-peer-urls=http://${peer}`,
    `--initial-cluster=default=http://${peer}`,
    ...(api === 'etcd' ? ['--enable-v2'] : []),
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
  /** Before PostgreSQL is ended, so that it is not started again. */
  const killPatroni = async () => {
    await patroni?.end('SIGKILL')
    patroni = undefined
  }
  context.onFinished(async () => {
    await killPatroni()
    await sendToPostgres('SIGCONT')
    // Unlike SIGKILL, it leaves no shared memory behind.
    for (const id of (await findProcesses()).slice(0, 1)) sendSignal(id, 'SIGQUIT')
    await waitFor('the end of PostgreSQL', async () => (await findProcesses()).length === 0 || undefined)
  })

  return {
    name,
    postgresPort,
    restPort,
    start: async () => {
      patroni = await startProgram(context, program, [file], runAs)
    },
    kill: async () => {
      await killPatroni()
      await sendToPostgres('SIGKILL')
    },
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
