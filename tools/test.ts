import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureChromium } from './find-chromium.ts'

// Runs all checks and tests, then prints the names of failed tests and one line with the totals.
const UNIT = 'test-results/unit.json'
const E2E = 'test-results/e2e.json'

type UnitResults = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type Suite = {
  suites?: Suite[]
  specs?: { title: string; file: string; line: number; tests: { projectName: string; status: string; results: Attempt[] }[] }[]
}
type Attempt = { error?: { message?: string } }
type E2eResults = Suite & { stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number } }

type Step = { name: string; succeeded: boolean }

async function run(name: string): Promise<Step> {
  const [code] = await once(spawn('npm', ['run', '--silent', name], { stdio: 'inherit' }), 'exit')
  return { name, succeeded: code === 0 }
}

/** Runs beside another step: prints its output when it has ended. */
async function runBeside(name: string): Promise<Step> {
  const step = spawn('npm', ['run', '--silent', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [[code], output, errors] = await Promise.all([once(step, 'exit'), text(step.stdout), text(step.stderr)])
  process.stdout.write(output + errors)
  return { name, succeeded: code === 0 }
}

function read<T extends object>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const failedUnits = ({ testResults = [] }: UnitResults) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ test: file, why: message }]
    return failed.map(({ fullName, failureMessages }) => ({ test: `${file} > ${fullName}`, why: failureMessages[0] ?? '' }))
  })

const failedJourneys = ({ suites = [], specs = [] }: Suite): { test: string; why: string }[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        test: `[${projectName}] ${file}:${line} > ${title}`,
        why: results.find(({ error }) => error)?.error?.message ?? '',
      })),
  ),
  ...suites.flatMap(failedJourneys),
]

rmSync('test-results', { recursive: true, force: true })
const startedAt = Date.now()
ensureChromium()
// The tests mostly wait, so the check has processor time beside them. The tests need the build, which the check keeps when it is fresh.
const build = await run('prepare')
const steps = [build, ...(await Promise.all([runBeside('check'), run('test:unit')])), await run('test:e2e')]
const failedSteps = steps.filter(({ succeeded }) => !succeeded).map(({ name }) => name)

const unit = read<UnitResults>(UNIT)
const e2e = read<E2eResults>(E2E)
const passed = (unit.numPassedTests ?? 0) + (e2e.stats?.expected ?? 0)
const failed = (unit.numFailedTests ?? 0) + (e2e.stats?.unexpected ?? 0) + (e2e.stats?.flaky ?? 0)
const skipped = (unit.numPendingTests ?? 0) + (e2e.stats?.skipped ?? 0)
for (const { test, why } of [...failedUnits(unit), ...failedJourneys(e2e)])
  console.log(`\nFailed: ${test}\n${why.split('\n').slice(0, 12).join('\n')}`)
if (failedSteps.length) console.log(`\nFailed steps: ${failedSteps.join(', ')}.`)
console.log(`\nTook ${Math.round((Date.now() - startedAt) / 1000)} s.`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(failedSteps.length === 0 && failed === 0 && passed > 0 ? 0 : 1)
