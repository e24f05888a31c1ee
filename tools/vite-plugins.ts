import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { findScreenFiles } from './screen-files.ts'
import { printWeights, weigh } from './weights.ts'

/** Prints the compressed weight of each screen at the end of every build. */
export function weights(): Plugin {
  let folder = ''
  return {
    name: 'weights',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    // After the compression, whose files it measures.
    closeBundle: { sequential: true, order: 'post', handler: async () => printWeights(await weigh(folder)) },
  }
}

/** Builds the till beside the back office: they share no script. */
export function tillPage(): Plugin {
  return {
    name: 'till-page',
    apply: 'build',
    closeBundle: {
      sequential: true,
      handler: async () => {
        await build({ configFile: resolve(import.meta.dirname, '../vite.till.config.ts'), logLevel: 'warn' })
      },
    },
  }
}

/** The same page where `npm run dev` serves the screens. */
export function tillPageInDevelopment(): Plugin {
  return {
    name: 'till-page-in-development',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url === '/till') request.url = '/till.html'
        next()
      })
    },
  }
}

/** Preloads the text font, so that the page is not drawn twice. */
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
            // The scripts come first: without them there is no text.
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '', fetchpriority: 'low' },
          })),
    },
  }
}

/**
 * Writes a page for each screen beside index.html, which also preloads the scripts and style sheets of the screen, and the session.
 * Without it the browser asks for the session after it has run the entry, and for the screen after that.
 */
export function screenPages(): Plugin {
  let folder = ''
  return {
    name: 'screen-pages',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir)
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const page = splitStart(await readFile(join(folder, 'index.html'), 'utf8'))
        for (const { screen, files } of await findScreenFiles(folder)) {
          // Browsers warn of a style sheet that was preloaded in vain, as it is when the session has ended.
          const links = files.filter((file) => file.endsWith('.js') && !page.includes(file)).map(createPreload)
          const session = screen === 'login' ? '' : SESSION
          const file = join(folder, `${screen}.html`)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, page.replace('  </head>', `${session}${links.join('')}  </head>`))
        }
      },
    },
  }
}

/** The libraries and the schemas run before the entry in tasks of their own: one task for all would be too long for a phone. */
function splitStart(page: string) {
  const entry = page.match(/^.*<script type="module".*\n/m)?.[0]
  const links = page.match(/^.*rel="modulepreload".*\/(schemas|react|contract)-.*\n/gm) ?? []
  if (!entry || links.length !== 3) throw new Error('index.html has no entry with two libraries and the schemas')
  const scripts = links.map((link) =>
    link.replace('<link rel="modulepreload"', '<script type="module"').replace('href=', 'src=').replace('>', '></script>'),
  )
  return links.reduce((text, link) => text.replace(link, ''), page).replace(entry, [...scripts, entry].join(''))
}

/** For the route guard of a signed-in screen. A preload is used only by a request with the very same URL: see web/lib/api/api.ts. */
const SESSION = '    <link rel="preload" as="fetch" crossorigin href="/api/rpc/session/get?data=%7B%7D">\n'

/** After the entry, which draws the first frame. */
const createPreload = (file: string) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n`

/** The name of a group of chunks: those of its modules that the component of a route imports. */
export function nameModulesOf(route: string, name: string): Rolldown.CodeSplittingNameFunction {
  const modules = new Set<string>()
  const visit = (id: string, importer: string, context: Rolldown.ChunkingContext) => {
    if (modules.has(id)) return
    const { code, importedIds = [] } = context.getModuleInfo(id) ?? {}
    // Of a library that exports all its components from one file, those that the importer names.
    const isLibrary = importedIds.length > MANY_IMPORTS
    if (!isLibrary) modules.add(id)
    for (const next of [...importedIds])
      if (!isLibrary || importer.includes(basename(next, '.mjs'))) visit(next, code ?? '', context)
  }
  return (id, context) => {
    if (modules.size === 0) visit(resolve(import.meta.dirname, `../web/app/routes/${route}.tsx?tsr-split=component`), '', context)
    return modules.has(id) ? name : null
  }
}

const MANY_IMPORTS = 100
