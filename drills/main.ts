import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Drill } from './lib/drill.ts'
import { createReport } from './lib/report.ts'

// Runs a drill: `npm run drill -- kill-9 --rounds 50`. Without a name it lists them. --json prints one JSON object at the end.
// Exits with 1 when a promise of the drill does not hold.

const [name, ...args] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length))

const load = async (name: string): Promise<Drill> => (await import(join(import.meta.dirname, `${name}.ts`))).default

function readOptions({ options: defaults }: Drill) {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean', default: false },
      ...Object.fromEntries(
        Object.entries(defaults).map(([name, value]) => [
          name,
          { type: typeof value === 'boolean' ? 'boolean' : 'string' } as const,
        ]),
      ),
    },
  })
  const options = Object.entries(defaults).map(([name, value]) => {
    const given = values[name as keyof typeof values] ?? value
    const read = typeof value === 'number' ? Number(given) : given
    if (Number.isNaN(read)) throw new Error(`--${name} is a number`)
    return [name, read]
  })
  return { asJson: values.json, options: Object.fromEntries(options) }
}

async function list() {
  for (const name of names) {
    const { description, options } = await load(name)
    const defaults = Object.entries(options).map(([option, value]) => `--${option} ${value}`)
    console.log(`${name.padEnd(20)} ${description}${defaults.length > 0 ? ` (${defaults.join(' ')})` : ''}`)
  }
}

async function run(name: string) {
  const drill = await load(name)
  const { asJson, options } = readOptions(drill)
  const { figure, promise, finish } = createReport(name, options, asJson)
  const finishers: (() => unknown)[] = []
  try {
    await drill.run({
      options,
      figure,
      promise,
      progress: (text) => console.error(text),
      onFinished: (work) => finishers.push(work),
    })
  } finally {
    for (const work of finishers.reverse()) await work()
  }
  process.exitCode = finish() ? 0 : 1
}

if (name === undefined) await list()
else if (names.includes(name)) await run(name)
else {
  console.error(`There is no drill ${name}. There are: ${names.join(', ')}.`)
  process.exitCode = 1
}
