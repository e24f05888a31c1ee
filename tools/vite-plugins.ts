import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { printWeights, weigh } from './weights.ts'

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest)$/

/** Writes a .br and a .gz beside every file of the build that gains by it, so that the server compresses nothing itself. */
export const compressed = () =>
  afterBuild('compressed', async (folder) => {
    const files = await readdir(folder, { recursive: true })
    for (const file of files.filter((file) => COMPRESSIBLE.test(file) && file !== 'index.html' && !file.startsWith('.'))) {
      const path = join(folder, file)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await brotli(bytes))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }
  })

/** Says at the end of every build what each screen costs to open. */
export const weights = () => afterBuild('weights', async (folder) => printWeights(await weigh(folder)))

/** A plug-in that looks at the folder of a finished build, one after the other. */
function afterBuild(name: string, work: (folder: string) => Promise<void>): Plugin {
  let folder = ''
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: { sequential: true, order: 'post', handler: () => work(folder) },
  }
}

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** Lets the browser ask for the text face while it still reads the scripts, or the page is drawn twice. */
export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          })),
    },
  }
}
