import { CannotStart } from '../db/errors.ts'
import { migrateExternal } from '../db/open-store.ts'

// For an external PostgreSQL. The embedded one is migrated at every start.
const { DATABASE_URL, DATABASE_OWNER_URL } = process.env
try {
  if (!DATABASE_URL || !DATABASE_OWNER_URL)
    throw new CannotStart('Set DATABASE_URL (the role winkel) and DATABASE_OWNER_URL (the owner).')
  await migrateExternal(DATABASE_URL, DATABASE_OWNER_URL)
  console.log('The database is migrated.')
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
}
