import { MONTH, YEAR } from '../lib/date-ranges.ts'
import { buildPath, type HttpClient } from '../lib/http-client.ts'

/** The requests of a person: the dashboard and the sales list in turn. */
export function createOtherRequests(client: HttpClient) {
  const paths = [buildPath('/api/v1/dashboard/figures', MONTH), buildPath('/api/v1/sales', YEAR)]
  let count = 0
  return () => client.fetch(paths[count++ % paths.length] ?? '')
}
