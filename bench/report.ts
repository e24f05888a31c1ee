import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { type Goal, type Judged, judge, rounded } from './goals.ts'
import { type Measured, summary } from './measure.ts'
import { SHOP } from './shop.ts'

/** The way that ours is held against, in the same run. */
export type Plain = { way: string; value: number }

export type Figure = {
  /** What was measured, as 'sales list: first page'. */
  name: string
  unit: string
  plain?: Plain & { times: number }
  judged?: Judged
} & ({ value: number } | Measured)

type Compared = { plain?: Plain; goal?: Goal }

export type Report = ReturnType<typeof openReport>

export function openReport(sales: number) {
  const figures: Figure[] = []
  const began = { load: loadavg()[0], at: new Date().toISOString() }

  const add = (figure: Figure) => {
    figures.push(figure)
    console.log(lineOf(figure))
  }

  return {
    /** Milliseconds, run after run. */
    times: (name: string, times: Measured | number[], { plain, goal }: Compared = {}) => {
      const measured = Array.isArray(times) ? summary(times) : times
      const compared = plain && { ...plain, times: plain.value / measured.median }
      add({ name, unit: 'ms', ...measured, plain: compared, judged: goal && judge(goal, measured) })
      return measured
    },
    /** One number; a larger one is better where it is a rate. */
    value: (name: string, value: number, unit: string, { plain, goal }: Compared = {}) => {
      const isRate = unit.endsWith('/s')
      const compared = plain && { ...plain, times: isRate ? value / plain.value : plain.value / value }
      add({ name, unit, value, plain: compared, judged: goal && judge(goal, { value }) })
    },
    print: () => {
      console.log(
        `\n${sales.toLocaleString('en-ZA')} sales of ${SHOP.linesPerSale} lines in a year, ${SHOP.sites} sites, ${SHOP.employees} employees, ${SHOP.products} products`,
      )
      console.table(figures.map(rowOf))
      const judged = figures.filter(({ judged }) => judged)
      const met = judged.filter(({ judged }) => judged?.met)
      console.log(`${met.length} of ${judged.length} goals met.`)
    },
    write: async () => {
      await mkdir('bench/results', { recursive: true })
      const machine = { node: process.version, cores: availableParallelism(), ...began, load_after: loadavg()[0] }
      await writeFile(resultsFile(sales), `${JSON.stringify({ sales, shop: SHOP, machine, figures }, null, 2)}\n`)
    },
  }
}

/** What an earlier run on this machine measured; undefined when there was none. */
export async function earlierFigure(sales: number, name: string) {
  const text = await readFile(resultsFile(sales), 'utf8').catch(() => undefined)
  const { figures }: { figures: Figure[] } = text ? JSON.parse(text) : { figures: [] }
  return figures.find((figure) => figure.name === name)
}

const resultsFile = (sales: number) => `bench/results/${sales}.json`

const rowOf = (figure: Figure) => ({
  figure: figure.name,
  ...('median' in figure
    ? { 'median or value': rounded(figure.median), p95: rounded(figure.p95) }
    : { 'median or value': rounded(figure.value), p95: '' }),
  unit: figure.unit,
  'plain way': figure.plain ? `${figure.plain.way}: ${rounded(figure.plain.value)}` : '',
  'times better': figure.plain ? rounded(figure.plain.times) : '',
  goal: figure.judged?.goal ?? '',
  result: figure.judged?.says ?? '',
})

function lineOf(figure: Figure) {
  const { name, unit, plain, judged } = figure
  const ours =
    'median' in figure ? `${rounded(figure.median)} ${unit}, p95 ${rounded(figure.p95)}` : `${rounded(figure.value)} ${unit}`
  const compared = plain ? `, ${rounded(plain.times)} times ${plain.way}` : ''
  return `${name}: ${ours}${compared}${judged ? ` (${judged.goal}: ${judged.says})` : ''}`
}
