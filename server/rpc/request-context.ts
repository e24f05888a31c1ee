import type { ResponseHeadersPluginContext } from '@orpc/server/plugins'
import type { Logger } from 'pino'
import type { TenantScopes } from '../../db/tenant-scope.ts'
import type { Auth } from '../auth/auth.ts'
import type { AccessKey } from '../shared/access-key.ts'

/** What several features need of a request. What a single feature needs is passed to its factory instead: see server/router.ts. */
export type RequestContext = ResponseHeadersPluginContext & {
  headers: Headers
  /** Of the URL. Beside it, a call has the input that the contract describes. */
  query: URLSearchParams
  /** The address of the socket, or of the client that the trusted proxies name. */
  clientIp: string
  /** The read key that lets the request in, in the place of a session. */
  readKey?: AccessKey | undefined
  scopes: TenantScopes
  auth: Auth
  /** Names the request in each line. */
  log: Logger
  /** Adds the caller to the request's log lines; returns the new log. */
  identify(caller: Caller): Logger
  /** Call it when a disk is full: /readyz then says so. */
  onDiskFull(): void
  /** Names the procedure that answers, such as `sites.list`, for the metrics. */
  setProcedure(name: string): void
}

export type Caller = { user?: string; business?: string; till?: string; key?: string }
