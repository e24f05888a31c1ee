import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../errors.ts'
import type { Endpoint } from './endpoint.ts'

const FILE = 'postgresql.conf'
const COMMENT = '# Overwritten at each start. Changes made with "alter system set" are kept.'

/**
 * For a small machine. Every other setting keeps PostgreSQL's default: fsync, full_page_writes and synchronous_commit above all.
 * Failed statements are logged by the server, which knows what must not appear in a log.
 */
const SETTINGS = {
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

type Options = { endpoint: Endpoint; loopback: boolean; settings: Record<string, string> }

/** Writes postgresql.conf; `settings` take precedence over SETTINGS. */
export async function writeSettings(folder: string, { endpoint: { host, port }, loopback, settings }: Options) {
  const listen = loopback
    ? { listen_addresses: host, unix_socket_directories: '' }
    : { listen_addresses: '', unix_socket_directories: host }
  const lines = Object.entries({ ...SETTINGS, ...listen, port, ...settings }).map(([name, value]) => `${name} = '${value}'`)
  await write(folder, lines)
}

/** Marks a cluster as ours, before its first start. */
export const writeFirstSettings = (folder: string) => write(folder, [])

/** Refuses a cluster that somebody else configured: the next start would overwrite its settings. */
export async function checkSettings(folder: string) {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => '')
  // A start that was killed may have left an empty file.
  if (text === '' || text.startsWith(COMMENT)) return
  throw new CannotStart(`The database in ${folder} was not made by Winkel: set DATA_DIR to another folder.`)
}

const write = (folder: string, lines: string[]) => writeFile(join(folder, FILE), [COMMENT, ...lines, ''].join('\n'))
