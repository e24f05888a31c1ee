import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { describeDifferences } from '../../db/catalogue/describe-differences.ts'
import { findCatalogueDifferences } from '../../db/catalogue/record-catalogue.ts'

/** To read the catalogue takes some 30 ms. */
const RECHECK_MS = 60_000
/** While the database is incomplete, the operator is repairing it. */
const RECHECK_INCOMPLETE_MS = 2_000

type Options = { pool: Pool; log: Logger }

/** Watches whether the database has every policy, right, key, trigger and function that the code relies on. */
export function createCatalogueWatch({ pool, log }: Options) {
  let problem: string | undefined
  let validUntil = 0
  let reading: Promise<void> | undefined

  async function read() {
    const found = describeDifferences(await findCatalogueDifferences(pool))
    const sentence = found && `${found.sentence} ${found.remedy}`
    if (sentence && sentence !== problem) log.error({ event: 'database_incomplete' }, sentence)
    if (!sentence && problem) log.info({ event: 'database_complete' }, 'the database has everything that it lacked')
    problem = sentence
    validUntil = performance.now() + (problem ? RECHECK_INCOMPLETE_MS : RECHECK_MS)
  }

  return {
    /** What is missing, and the remedy; undefined when nothing is. Throws when the database does not answer. */
    async findProblem() {
      if (performance.now() >= validUntil) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return problem
    },
  }
}
