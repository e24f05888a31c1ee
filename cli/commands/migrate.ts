import type { Command } from 'commander'
import { CannotStart } from '../../db/errors.ts'
import { migrateExternal } from '../../db/open-store.ts'

/** For an external PostgreSQL. The embedded one is migrated at every start. */
export function addMigrate(program: Command) {
  program
    .command('migrate')
    .description('migrate an external PostgreSQL to this version (DATABASE_URL and DATABASE_OWNER_URL)')
    .action(async () => {
      const { DATABASE_URL, DATABASE_OWNER_URL } = process.env
      if (!DATABASE_URL || !DATABASE_OWNER_URL)
        throw new CannotStart('Set DATABASE_URL (the role winkel) and DATABASE_OWNER_URL (the owner).')
      await migrateExternal(DATABASE_URL, DATABASE_OWNER_URL)
      console.log('The database is migrated.')
    })
}
