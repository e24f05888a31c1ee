import type { Command } from 'commander'
import { CannotStart } from '../../db/errors.ts'
import { readSchemaVersion } from '../../db/migration-files.ts'
import { migrateExternal } from '../../db/open-store.ts'
import { createBackupBeforeMigration } from '../../server/backup/back-up-before-migration.ts'
import { readOperatorConfig } from '../../server/config.ts'
import { version } from '../../server/shared/version.ts'
import { recordOperationOn } from '../shared/operation.ts'

/** For an external PostgreSQL. The embedded one is migrated at every start. */
export function addMigrate(program: Command) {
  program
    .command('migrate')
    .description('migrate an external PostgreSQL to this version (DATABASE_URL and DATABASE_OWNER_URL)')
    .action(async () => {
      const config = { ...readOperatorConfig(process.env), authSecret: process.env['AUTH_SECRET'] }
      const { DATABASE_URL, DATABASE_OWNER_URL } = process.env
      if (!DATABASE_URL || !DATABASE_OWNER_URL)
        throw new CannotStart('Set DATABASE_URL (the role winkel) and DATABASE_OWNER_URL (the owner).')
      const backUp = createBackupBeforeMigration(config, (location, lost) => {
        console.log(`Backed up before the migration: ${location}`)
        if (lost.length > 0) console.error(`These files of pictures are not in the backup:\n${lost.join('\n')}`)
      })
      const { owner, from, to } = await migrateExternal({
        databaseUrl: DATABASE_URL,
        databaseOwnerUrl: DATABASE_OWNER_URL,
        beforeUpgrade: backUp,
      })
      if (to !== (await readSchemaVersion())) {
        throw new CannotStart(
          `The database was migrated by a newer Winkel (to ${to}), with which servers of ${version} go on. Nothing was done.`,
        )
      }
      await recordOperationOn(owner)
      console.log(
        from === to
          ? `The database is at ${to}. Winkel ${version} has nothing to do.`
          : `Winkel ${version} has migrated the database to ${to}.`,
      )
    })
}
