import { readSizes } from '../plain-sql/tables.ts'
import type { BenchContext } from './context.ts'

/** What the tables and indexes of both businesses take, roll-ups included. */
export async function measureDisk({ db, report }: BenchContext) {
  const { ours, baseline } = await readSizes(db)
  report.addValue('disk: all tables and indexes', ours, 'MB', {
    baseline: { method: 'five plain tables and their indexes', value: baseline },
  })
}
