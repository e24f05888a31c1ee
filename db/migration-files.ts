import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, 'migrations')
const FUNCTIONS = join(import.meta.dirname, 'functions')
const RELEASED = join(import.meta.dirname, 'released', 'migrations.json')

export type SqlFile = { name: string; text: string; sha256: string }

/** The names of the migrations in the order in which they run: '01-sign-in'. */
export const readMigrationNames = async (folder = MIGRATIONS) =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.slice(0, -'.sql'.length))

export const readMigrations = async (folder = MIGRATIONS): Promise<SqlFile[]> =>
  Promise.all(
    (await readMigrationNames(folder)).map(async (name) => {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )

/** Functions, their triggers and views as this code needs them, after all migrations: 'functions/employees'. */
export const readFunctions = async (folder = FUNCTIONS): Promise<SqlFile[]> =>
  (await readMigrations(folder)).map(({ name, ...file }) => ({ name: `functions/${name}`, ...file }))

/** The schema of this code, by its newest migration. */
export const readSchemaVersion = async (folder = MIGRATIONS) => (await readMigrationNames(folder)).at(-1) ?? ''

/** Whether this code has the migration, and so can read a backup that was made after it. */
export const isKnownVersion = async (version: string) => (await readMigrationNames()).includes(version)

/** The migrations that each release added, with their SHA-256: `{ '1.0.0': { '01-sign-in': '9f86…' } }`. They never change. */
export type ReleasedMigrations = Record<string, Record<string, string>>

export const readReleasedMigrations = async (): Promise<ReleasedMigrations> => JSON.parse(await readFile(RELEASED, 'utf8'))

/**
 * The newest migration of the release before the one that has the migration `version`. Its servers go on with the schema of `version`.
 * `version` itself where there is no release before.
 */
export function findOldestVersion(version: string, released: ReleasedMigrations) {
  const earlier = Object.values(released).filter((migrations) => !(version in migrations))
  return (
    earlier
      .flatMap((migrations) => Object.keys(migrations))
      .filter((name) => name < version)
      .sort()
      .at(-1) ?? version
  )
}
