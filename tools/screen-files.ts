import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }>

/** A route whose component is loaded with it: that of the sign-in, or of a screen. */
const SCREEN_ROUTE = /^web\/app\/routes\/(login|_signed-in\/.+)\.tsx\?/

/** The path of a route's screen: 'settings/connections/$webhookid' for '_signed-in/settings_.connections_.$webhookid'. */
const toPath = (route: string) => route.replace('_signed-in/', '').replaceAll(/_?\./g, '/')

/** The scripts and style sheets of each screen of a build: those of the entry, of the shell and of the screen, with their imports. */
export async function findScreenFiles(dist: string): Promise<{ screen: string; files: string[] }[]> {
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const keys = Object.keys(manifest)
  const entry = keys.filter((key) => manifest[key]?.isEntry)
  const findChunks = (route: string) => keys.filter((key) => key.startsWith(`web/app/routes/${route}.tsx?`))

  const routes = new Set(keys.flatMap((key) => SCREEN_ROUTE.exec(key)?.[1] ?? []))
  return [...routes].sort().map((route) => {
    const shell = route === 'login' ? [] : findChunks('_signed-in')
    const chunks = findImported(manifest, [...entry, ...shell, ...findChunks(route)])
    return { screen: toPath(route), files: [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))] }
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
