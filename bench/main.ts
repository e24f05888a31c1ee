import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type CleanUp, runWithCleanUp } from '../tools/clean-up.ts'
import { DATASET_FILES } from './datasets/businesses.ts'
import { createSize, TINY } from './datasets/size.ts'
import { describePostgres } from './lib/database.ts'
import { openBench } from './open-bench.ts'
import { PARTS } from './parts.ts'
import { resultsFile, writeResults } from './report/report.ts'
import { formatSummary } from './report/summary.ts'

// Measures the product beside baselines: `npm run bench -- --sales 1000000`. The dataset is filled once and kept under .cache/bench.
// --fresh fills it again. --only runs some of the parts and writes no file. --tiny runs every part once on a few sales, in seconds,
// for its answers and not for its times. --businesses fills as many small businesses with --sales each. --no-baseline leaves the
// baselines out, which take a third of the disk: --only cost needs none.

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1000000' },
    businesses: { type: 'string', default: '1' },
    tiny: { type: 'boolean', default: false },
    'no-baseline': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const hasBaseline = !values['no-baseline']
const size = values.tiny ? TINY : createSize({ sales: Number(values.sales), businesses: Number(values.businesses), hasBaseline })
const { sales, others } = size
if (!hasBaseline && values.only !== 'cost') throw new Error('--no-baseline is for --only cost')
if (!Number.isInteger(others) || others < 0) throw new Error('--businesses is a whole number, 1 or more')
if (!Number.isInteger(sales) || sales < 1000) throw new Error('--sales is a whole number, 1000 or more')
const parts = (values.only?.split(',') ?? Object.keys(PARTS)).map((name) => {
  const part = PARTS[name]
  if (!part) throw new Error(`--only takes some of ${Object.keys(PARTS).join(', ')}`)
  return part
})
const isMeasured = !values.only && !values.tiny && others === 0

await runWithCleanUp(run)

async function run(cleanUp: CleanUp) {
  const name = others > 0 ? `${sales}x${others + 1}` : String(sales)
  const dataDir = resolve('.cache', 'bench', values.tiny ? 'tiny' : name)
  // A dataset whose filling was interrupted is filled again. A tiny one always is: its schema may have changed.
  const isFilled = DATASET_FILES.every((file) => existsSync(resolve(dataDir, file)))
  if (values.fresh || values.tiny || !isFilled) await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { recursive: true })
  if (values.tiny) cleanUp.onFinished(() => rm(dataDir, { recursive: true, force: true }))

  const context = await openBench(cleanUp, { dataDir, size, onProgress: showProgress })
  const { db, report } = context
  for (const part of parts) await part(context)
  const [machine, postgres] = [report.describeMachine(), await describePostgres(db)]
  const { measurements } = report
  if (isMeasured) await writeResults(sales, { dataset: { sales, ...size.shop }, machine, postgres, measurements })
  showProgress('')
  console.log(formatSummary(size, measurements, machine, postgres, isMeasured ? resultsFile(sales) : undefined))
}

/** One line in a terminal, written again and again. */
function showProgress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, 100)}`)
}
