import { describeDevice } from '../../contract/shared/describe-device.ts'
import type { Origin } from '../../db/tenant-scope.ts'

/** From where a request comes, for the log of changes. */
export const findOrigin = ({ headers, clientIp }: { headers: Headers; clientIp: string }): Origin => ({
  clientIp,
  device: describeDevice(headers.get('user-agent') ?? ''),
})
