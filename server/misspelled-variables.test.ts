import { expect, test } from 'vitest'
import { findUnknownVariables, readConfig, readOperatorConfig } from './config.ts'

const read = (environment: Record<string, string>) => {
  try {
    readOperatorConfig(environment)
    return 'accepted'
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATBAASE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE_OWNER_URI', 'DATABASE_OWNER_URL'],
  ['DATABASE_READ_URI', 'DATABASE_READ_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['AUTH_SECRETS', 'AUTH_SECRET'],
  ['BACKUP', 'BACKUPS'],
  ['BACKUPS_URL', 'BACKUP_URL'],
  ['BACKUPS_DATABASE_URL', 'BACKUP_DATABASE_URL'],
  ['BACKUP_ENCRIPT_TO', 'BACKUP_ENCRYPT_TO'],
  ['BACKUP_ENCRYPTTO', 'BACKUP_ENCRYPT_TO'],
  ['BACKUPS_IDENTITY_FILE', 'BACKUP_IDENTITY_FILE'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['METRICS_PROT', 'METRICS_PORT'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['SMTP_URI', 'SMTP_URL'],
  ['DEMO_DAY', 'DEMO_DAYS'],
])('config: %s is refused, and %s is named', async (wrong, right) => {
  const sentence = `${wrong} is not a variable of Winkel. Did you mean ${right}?`
  expect(read({ [wrong]: 'x' })).toContain(sentence)
  await expect(readConfig({ [wrong]: 'x' })).rejects.toThrow(sentence)
})

test('config: misspelled variables are named beside wrong values, one sentence each', () => {
  expect(read({ SMTP_URI: 'smtp://mail', METRIC_PORT: '9', PORT: 'x' })).toBe(
    [
      'Error: SMTP_URI is not a variable of Winkel. Did you mean SMTP_URL?',
      'METRIC_PORT is not a variable of Winkel. Did you mean METRICS_PORT?',
      'PORT must be a whole number from 1 to 65535.',
    ].join('\n'),
  )
})

test('config: variables of other programs do not stop a server', () => {
  const names = [
    ...[
      'DATABASE_HOST',
      'DATABASE_NAME',
      'DATABASE_USER',
      'DATABASE_SSL',
      'DATABASE_PORT',
      'DB_URL',
      'TEST_DATABASE_URL',
      'PGHOST',
    ],
    ...['PGDATABASE', 'POSTGRES_DB', 'NODE_ENV', 'NODE_OPTIONS', 'NODE_PATH', 'npm_config_cache', 'npm_package_name', 'HOSTNAME'],
    ...[
      'HOSTTYPE',
      'HOSTS',
      'PORTS',
      'POST',
      'GHOST',
      'XDG_DATA_DIRS',
      'XDG_DATA_HOME',
      'SMTP_HOST',
      'SMTP_USER',
      'SMTP_PASSWORD',
    ],
    ...[
      'OAUTH_SECRET',
      'BETTER_AUTH_SECRET',
      'NEXTAUTH_SECRET',
      'JWT_SECRET',
      'PUBLIC_IP',
      'AWS_SECRET_ACCESS_KEY',
      'FILES',
      'DATA',
    ],
    ...[
      'WINKEL_PORT',
      'WINKEL_SERVICE_HOST',
      'WINKEL_PORT_3000_TCP_ADDR',
      'DATABASE_PORT_5432_TCP',
      'HTTP_PROXY',
      'NO_PROXY',
      'CI',
    ],
  ]
  expect(names.filter((name) => read({ [name]: 'x' }) !== 'accepted')).toEqual([])
})

test('config: a variable of nearly the same name is of another program where ours is present, and empty ones are not set', () => {
  expect(read({ DATA_DIR: './data', DATADIR: '/var/lib/mysql' })).toBe('accepted')
  expect(read({ DATABASE_URI: 'x', DATABASE_URL: '' })).toBe('accepted')
  expect(read({ DATABASE_URI: '' })).toBe('accepted')
})

test('config: other variables about backups and metrics are named, for the log', () => {
  const environment = {
    ...{ BACKUP_TIMES: '3', METRIC_TOKEN: 'x', BACKUPS: 'on', BACKUP_URL: './x', METRICS_PORT: '9464', METRICS_PATH: '' },
    ...{ METRICS_SERVICE_HOST: '10.0.0.1', METRICS_PORT_9464_TCP_ADDR: '10.0.0.1', BACKUPPC: 'x' },
  }
  expect(findUnknownVariables(environment)).toEqual(['BACKUP_TIMES', 'METRIC_TOKEN'])
})
