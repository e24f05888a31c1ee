import fc from 'fast-check'
import { createClient } from '../server/testing/clients.ts'
import {
  createRequestArbitrary,
  findCalls,
  type GeneratedRequest,
  sendGeneratedRequest,
} from '../server/testing/generated-requests.ts'
import { defineDrill } from './lib/drill.ts'
import { formatCounts } from './lib/format-counts.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

export default defineDrill({
  description: 'generated requests to every call of the OpenAPI document: no 5xx, no undocumented status',
  options: { requests: 20_000, seed: 20_261_122, concurrency: 8 },
  tiny: { requests: 1 },
  async run(context) {
    const { options, figure, promise, progress } = context
    const process = await startServerProcess(context)
    await process.waitUntilReady()
    const { server, owner, till } = await signUpShop(process)
    const visitor = createClient(server)
    const calls = findCalls(JSON.parse(await (await visitor.fetch('/api/v1/openapi.json')).text()))
    figure('seed', options.seed)
    figure('documented calls', calls.length)

    const statuses: string[] = []
    const undocumented: { call: string; status: number; request: GeneratedRequest }[] = []
    for (const call of calls) {
      const name = `${call.method} ${call.path}`
      // A sign-out would end the session that the other calls use.
      const caller = name === 'DELETE /session' ? visitor : owner
      const numRuns = Math.ceil(options.requests / calls.length)
      const requests = fc.sample(createRequestArbitrary(call), { seed: options.seed, numRuns })
      const send = async () => {
        for (let request = requests.pop(); request; request = requests.pop()) {
          const status = await sendGeneratedRequest(call, request, { owner: caller, visitor, tillKey: till.key })
          statuses.push(String(status))
          if (!(String(status) in (call.operation.responses ?? {})) || status >= 500)
            undocumented.push({ call: name, status, request })
        }
      }
      await Promise.all(Array.from({ length: options.concurrency }, send))
      progress(`${name}: ${statuses.length} sent`)
    }
    figure('requests', statuses.length)
    figure('answers', formatCounts(statuses))
    promise('each answer is documented, and none is 5xx', undocumented.length === 0, undocumented.slice(0, 10))
    const { status } = await owner.fetch('/api/v1/sites')
    promise('the session of the owner still works', status === 200, status)
  },
})
