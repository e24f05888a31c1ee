import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

const SIGNED_IN = [
  ...['dashboard', 'products', 'sales', 'employees', 'sites', 'account', 'cash-ups'],
  ...[
    'reports',
    'reports/accounting',
    'reports/reorder',
    'reports/slow-sellers',
    'reports/stock-value',
    'reports/in-transit',
    'reports/shrinkage',
    'stock/suppliers',
    'stock',
    'stock/new',
    'stock/$documentid',
    'stock/count/new',
    'stock/count/$documentid',
    'account/webhooks',
    'account/webhooks/$webhookid',
    'account/read-keys',
  ],
]

/** Routes that are not below the one of their path: 'account_.webhooks_.$webhookid' for 'account/webhooks/$webhookid'. */
const toRouteFile = (path: string) =>
  path.startsWith('stock/count') ? path.replace('/', '_.').replaceAll('/', '.') : path.replaceAll('/', '_.')

/** The screens by their path, with the routes whose components they load. */
const ROUTES: Record<string, string[]> = {
  login: ['login'],
  ...Object.fromEntries(SIGNED_IN.map((path) => [path, ['_signed-in', `_signed-in/${toRouteFile(path)}`]])),
}

/** The scripts and style sheets of each screen of a build: those of the entry, of the shell and of the screen, with their imports. */
export async function findScreenFiles(dist: string): Promise<{ screen: string; files: string[] }[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const keys = Object.keys(manifest)
  const entry = keys.filter((key) => manifest[key]?.isEntry)
  const findChunks = (route: string) => keys.filter((key) => key.startsWith(`web/app/routes/${route}.tsx?`))

  return Object.entries(ROUTES).map(([screen, routes]) => {
    const own = routes.flatMap(findChunks)
    if (own.length < routes.length) throw new Error(`The build has no chunk for the screen '${screen}'.`)
    const chunks = findImported(manifest, [...entry, ...own])
    return { screen, files: [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))] }
  })
}

/** The chunks and all that they import; each after its imports, which is the order in which their style sheets apply. */
function findImported(manifest: Manifest, start: string[]) {
  const found = new Map<string, Manifest[string] | undefined>()
  const visit = (key: string) => {
    if (found.has(key)) return
    found.set(key, undefined)
    for (const next of manifest[key]?.imports ?? []) visit(next)
    found.delete(key)
    found.set(key, manifest[key])
  }
  for (const key of start) visit(key)
  return [...found.values()].filter((chunk) => chunk !== undefined)
}
