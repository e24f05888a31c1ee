import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { ensureChromium } from './find-chromium.ts'

// Everything that must hold, one after the other, and one line at the end that says how much was run.
const UNIT = 'test-results/unit.json'
const E2E = 'test-results/e2e.json'

function run(script: string) {
  const { status } = spawnSync('npm', ['run', '--silent', script], { stdio: 'inherit' })
  return status === 0
}

const read = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

rmSync('test-results', { recursive: true, force: true })
const began = Date.now()
ensureChromium()
const isRight = ['check', 'test:unit', 'test:e2e'].map(run).every(Boolean)

const unit = read(UNIT) as { numPassedTests?: number; numFailedTests?: number; numPendingTests?: number }
const e2e = (read(E2E) as { stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number } }).stats
const passed = (unit.numPassedTests ?? 0) + (e2e?.expected ?? 0)
const failed = (unit.numFailedTests ?? 0) + (e2e?.unexpected ?? 0) + (e2e?.flaky ?? 0)
const skipped = (unit.numPendingTests ?? 0) + (e2e?.skipped ?? 0)
console.log(`\nTook ${Math.round((Date.now() - began) / 1000)} s.`)
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
process.exit(isRight && failed === 0 && passed > 0 ? 0 : 1)
