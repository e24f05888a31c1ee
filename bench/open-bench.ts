import { chmodSync } from 'node:fs'
import type { CleanUp } from '../tools/clean-up.ts'
import { createTemporaryFolder } from '../tools/temporary-folder.ts'
import { deleteOtherBusinesses, openCatalogue, openShop } from './datasets/businesses.ts'
import type { Size } from './datasets/size.ts'
import { connect } from './lib/database.ts'
import { startServer } from './lib/server-process.ts'
import { createTimer } from './lib/timing.ts'
import type { BenchContext } from './measurements/context.ts'
import { createReport } from './report/report.ts'

type Options = { dataDir: string; size: Size; onProgress: (text: string) => void }

/** Starts the server on the datasets, which are filled where they are missing. Everything is stopped at the end. */
export async function openBench(cleanUp: CleanUp, { dataDir, size, onProgress }: Options): Promise<BenchContext> {
  const folder = createTemporaryFolder(cleanUp, 'winkel-bench-')
  chmodSync(folder, 0o777) // PostgreSQL may run as another user
  const server = await startServer(cleanUp, { dataDir, folder })
  const shop = await openShop(server, dataDir, size, onProgress)
  const catalogue = await openCatalogue(server, dataDir, size)
  await deleteOtherBusinesses(server, [shop.businessid, catalogue.businessid])
  const db = await connect(server.superuser)
  // The server's end closes it too, where a signal comes in between.
  db.on('error', () => undefined)
  cleanUp.onFinished(() => db.end())
  return { server, shop, catalogue, db, size, timer: createTimer(size.effort), report: createReport(onProgress), folder }
}
