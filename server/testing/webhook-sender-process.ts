import { silentLog } from '../../db/log.ts'
import { openPools } from '../../db/open-store.ts'
import { startSender } from './webhook-receiver.ts'

// A process of its own that sends webhooks, so that a test can kill it: DATABASE has the connection as JSON.
const store = await openPools(JSON.parse(process.env['DATABASE'] ?? '{}'), silentLog)
startSender({ store })
