import { parseArgs } from 'node:util'
import { runWithCleanUp } from '../tools/clean-up.ts'
import type { Drill } from './lib/drill.ts'
import { createReport } from './lib/report.ts'
import { DRILLS, loadDrill, runDrill } from './lib/run-drill.ts'

// Runs a drill: `npm run drill -- kill-9 --rounds 50`. Without a name it lists them. --json prints one JSON object at the end.
// --tiny runs it at its smallest size. Exits with 1 when a promise of the drill does not hold.

const [name, ...args] = process.argv.slice(2)

function readOptions({ options: defaults, tiny }: Drill) {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      ...Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [
          name,
          { type: typeof value === 'boolean' ? 'boolean' : 'string' } as const,
        ]),
      ),
    },
  })
  const options = Object.entries(values.tiny ? tiny : defaults).map(([name, value]) => {
    const given = values[name as keyof typeof values] ?? value
    const read = typeof value === 'number' ? Number(given) : given
    if (Number.isNaN(read)) throw new Error(`--${name} is a number`)
    return [name, read]
  })
  return { asJson: values.json, isTiny: values.tiny, options: Object.fromEntries(options) }
}

async function list() {
  for (const name of DRILLS) {
    const { description, options } = await loadDrill(name)
    const defaults = Object.entries(options).map(([option, value]) => `--${option} ${value}`)
    console.log(`${name.padEnd(20)} ${description}${defaults.length > 0 ? ` (${defaults.join(' ')})` : ''}`)
  }
}

async function run(name: string) {
  const drill = await loadDrill(name)
  const { asJson, isTiny, options } = readOptions(drill)
  const obstacle = drill.findObstacle?.()
  if (obstacle) {
    console.error(obstacle)
    process.exitCode = 1
    return
  }
  const { figure, promise, limit, finish } = createReport(name, { options, asJson, isTiny })
  const progress = (text: string) => console.error(text)
  await runWithCleanUp((cleanUp) => runDrill(drill, { cleanUp, options, figure, promise, limit, progress }))
  process.exitCode = finish() ? 0 : 1
}

if (name === undefined) await list()
else if (DRILLS.includes(name)) await run(name)
else {
  console.error(`There is no drill ${name}. There are: ${DRILLS.join(', ')}.`)
  process.exitCode = 1
}
