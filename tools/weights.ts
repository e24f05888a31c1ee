import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 190,
  dashboard: 400,
  products: 260,
  sales: 260,
  employees: 260,
  sites: 260,
  account: 260,
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>
export type Weight = { screen: string; kilobytes: number; budget: number }

/** The Brotli bytes that each screen loads at once: the entry, the shell, the chunk of the screen, and their imports. */
export async function weigh(dist: string): Promise<Weight[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const readSize = async (file: string) => (await stat(join(dist, `${file}.br`))).size

  const findReachable = (start: string[]) => {
    const seen = new Set<string>()
    const visit = (key: string) => {
      const chunk = manifest[key]
      if (!chunk || seen.has(key)) return
      seen.add(key)
      for (const next of chunk.imports ?? []) visit(next)
    }
    for (const key of start) visit(key)
    return seen
  }

  const keys = Object.keys(manifest)
  const entry = keys.filter((key) => manifest[key]?.isEntry)
  const findChunks = (route: string) => keys.filter((key) => key.startsWith(`web/app/routes/${route}.tsx?`))

  return Promise.all(
    Object.entries(BUDGETS).map(async ([screen, budget]) => {
      const own = screen === 'login' ? findChunks('login') : [...findChunks('_signed-in'), ...findChunks(`_signed-in/${screen}`)]
      if (own.length === 0) throw new Error(`The build has no chunk for the screen '${screen}'.`)
      const chunks = findReachable([...entry, ...own])
      const files = new Set([...chunks].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]))
      const bytes = await Promise.all([...files].filter((file) => /\.(js|css)$/.test(file)).map(readSize))
      return { screen, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000, budget }
    }),
  )
}

export function printWeights(weights: Weight[]) {
  console.log('\nCompressed weight of each screen:')
  for (const { screen, kilobytes, budget } of weights)
    console.log(
      `  ${screen.padEnd(10)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB${kilobytes > budget ? '  TOO HEAVY' : ''}`,
    )
}
