import type { Logger } from 'pino'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { deleteExpiredExport, listExpiredExports } from './queries.ts'
import { deleteFile } from './stored-file.ts'

/** Deletes the files of businesses that are older than a day. */
export async function deleteExpired({ scopes, files, log }: { scopes: TenantScopes; files: ObjectStore; log: Logger }) {
  for (const expired of await scopes.asAuth(listExpiredExports)) {
    await deleteFile(files, expired)
    await scopes.asAuth((scope) => deleteExpiredExport(scope, expired))
    log.info({ event: 'business_export_expired', business: expired.businessid }, 'the file of a business was deleted')
  }
}
