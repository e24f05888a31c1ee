import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { cruise, type ICruiseOptions, type IViolation } from 'dependency-cruiser'
import { FOLDER_RULES, FOLDERS, IMPORT_RULES, TEST_FILES } from './import-rules.ts'

// Refuses forbidden imports and cycles: `node tools/check-imports.ts`. The test gives it another folder to check.

process.chdir(resolve(process.argv[2] ?? '.'))
const entries = readdirSync('.').filter((name) => FOLDERS.includes(name) || name.endsWith('.config.ts'))

/** The parser is SWC, because dependency-cruiser does not support the API of TypeScript 7. Imports of types count too. */
const OPTIONS: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  validate: true,
}
const RESOLVE = {
  extensions: ['.ts', '.tsx', '.mjs', '.js'],
  exportsFields: ['exports'],
  conditionNames: ['import', 'node', 'default', 'types'],
}

async function check(options: ICruiseOptions) {
  const { output } = await cruise(entries, { ...OPTIONS, ...options }, RESOLVE)
  if (typeof output === 'string') throw new Error(output)
  return output.summary
}

function describe({ rule, from, to, cycle, comment }: IViolation) {
  const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to]
  return `${rule.name}: ${path.join(' → ')}${comment ? `\n  ${comment}` : ''}`
}

const imports = await check({ ruleSet: { forbidden: IMPORT_RULES } })
const folders = await check({ ruleSet: { forbidden: FOLDER_RULES }, metrics: true, exclude: { path: TEST_FILES } })
const violations = [...imports.violations, ...folders.violations].map(describe)
for (const violation of violations) console.error(violation)
if (violations.length > 0) process.exit(1)
console.log(`${imports.totalCruised} files: no forbidden import, no cycle.`)
