import { sql } from 'kysely'
import type { Scope } from '../../db/tenant-scope.ts'

/** Tells webhooks that an import is done, when its transaction commits. A trigger does so for imports of sales. */
export const announceImport = (scope: Scope, imported: 'products' | 'employees', done: { added: number; changed: number }) =>
  sql`select announce_import(${imported}, ${done.added}::integer, ${done.changed}::integer)`.execute(scope)
