// Starts one of our TypeScript files: `node tools/run.mjs server/main.ts`. It is plain JavaScript, because an older Node would
// fail on TypeScript with a stack instead of a sentence. Compiled code is kept: a start takes a third less time and 20 MB less.
import module from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Winkel needs Node 24 or newer and this is ${process.version}: where npm could not bring one along, install it.`)
  process.exit(1)
}
module.enableCompileCache(resolve('node_modules/.cache/node'))
process.argv.splice(1, 1)
await import(pathToFileURL(resolve(process.argv[1])).href)
