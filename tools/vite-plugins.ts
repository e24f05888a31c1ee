import { resolve } from 'node:path'
import type { Plugin } from 'vite'
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
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          })),
    },
  }
}
