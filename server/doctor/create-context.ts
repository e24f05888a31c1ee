import { parseDatabaseUrl } from '../../db/connection/external.ts'
import { createObjectStore } from '../storage/object-store.ts'
import type { DoctorContext } from './check.ts'

/** The login role of the embedded PostgreSQL. */
const EMBEDDED_LOGIN = 'winkel'

/** What the checks need, for the database and the files of a configuration. */
export const createDoctorContext = (options: Omit<DoctorContext, 'login' | 'files'>): DoctorContext => ({
  ...options,
  login: (options.config.databaseUrl && parseDatabaseUrl(options.config.databaseUrl).user) ?? EMBEDDED_LOGIN,
  files: createObjectStore(options.config),
})
