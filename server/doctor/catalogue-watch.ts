import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { describeDifferences } from '../../db/catalogue/describe-differences.ts'
import { splitByNeed } from '../../db/catalogue/needs.ts'
import type { CatalogueDifferences } from '../../db/catalogue/read-catalogue.ts'
import { findCatalogueDifferences } from '../../db/catalogue/record-catalogue.ts'

/** To read the catalogue takes some 30 ms. */
export const RECHECK_MS = 60_000
/** While the database is incomplete, the operator is repairing it. */
const RECHECK_INCOMPLETE_MS = 2_000

type Options = { pool: Pool; log: Logger }

/** A sentence for the operator, with the remedy. */
type Found = { problem?: string; warning?: string }

/**
 * Watches whether the database has every policy, right, key, trigger and function that the code relies on. A problem is what requests
 * depend on; a warning is what else differs, with which the server serves.
 */
export function createCatalogueWatch({ pool, log }: Options) {
  let found: Found = {}
  let validUntil = 0
  let reading: Promise<void> | undefined

  async function read() {
    const { needed, tolerated } = splitByNeed(await findCatalogueDifferences(pool))
    const { problem, warning }: Found = { problem: describe(needed), warning: describe(tolerated) }
    if (problem && problem !== found.problem) log.error({ event: 'database_incomplete' }, problem)
    if (warning && warning !== found.warning) log.warn({ event: 'database_differs' }, `The server serves. ${warning}`)
    if (!problem && !warning && (found.problem || found.warning))
      log.info({ event: 'database_complete' }, 'the database has everything that it lacked')
    found = { problem, warning }
    validUntil = performance.now() + (problem ? RECHECK_INCOMPLETE_MS : RECHECK_MS)
  }

  return {
    /** Reads again if the last reading is too old. Throws when the database does not answer. */
    async find() {
      if (performance.now() >= validUntil) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return found
    },
  }
}

function describe(differences: CatalogueDifferences) {
  const found = describeDifferences(differences)
  return found && `${found.sentence} ${found.remedy}`
}
