import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { fontPreload, screenPages, weights } from './tools/vite-plugins.ts'

/** Parts that only some screens need, or only dialogs, which load when they open. */
const SOME_PARTS = {
  charts: /web\/ui\/(charts\/|layout\/kpi-card)/,
  dialogs: /web\/ui\/(dialog\/(confirm|discard|form)|display\/copy-block|edit-conflict|form\/select-field)/,
  imports: /web\/ui\/(form\/file-drop|import|matching|steps)/,
}
const isPart = (id: string) =>
  /icons-react\/|web\/(lib|ui)\//.test(id) && !Object.values(SOME_PARTS).some((parts) => parts.test(id))

/** What screens share, in few files: see docs/decisions/2026-11-22-chunks.md. */
const CHUNKS = [
  // csp-nonce.ts must run before the first schema is made: so it goes where zod is.
  { name: 'schemas', test: /node_modules\/(zod|get-nonce)\/|csp-nonce/, priority: 5 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  // The schemas of search parameters. Creating them takes a third of the start: so they are in a task of their own.
  { name: 'contract', test: /\/contract\//, tags: ['$initial' as const], priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4 },
  // What the login screen shares with others. A module that is missing here makes it load `overlays` and `parts`.
  {
    name: 'controls',
    test: /components\/(ActionIcon|Skeleton|TextInput)\/|Icon(Check|Eye|EyeOff)\.mjs|web\/(lib\/format|ui\/form\/(busy|focus|password|restore))/,
    priority: 3,
  },
  { name: 'forms', test: /@mantine\/form\//, priority: 3 },
  { name: 'overlays', test: /components\/(Menu|Modal|Popover)\//, priority: 2 },
  { name: 'parts', test: isPart, minShareCount: 2, maxModuleSize: 3000, priority: 1 },
  // After `parts`, which has what these import.
  { name: 'charts', test: SOME_PARTS.charts, minShareCount: 3 },
  { name: 'dialogs', test: SOME_PARTS.dialogs, minShareCount: 2 },
  { name: 'imports', test: SOME_PARTS.imports, minShareCount: 2 },
]

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'web/app/routes',
      generatedRouteTree: 'web/app/route-tree.gen.ts',
      tmpDir: 'node_modules/.cache/router',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      codeSplittingOptions: { defaultBehavior: [['component']] },
    }),
    react(),
    fontPreload(),
    screenPages(),
    // Best gzip and brotli beside every file of text but the pages, into which the server fills the nonce.
    compression({
      include: /\.(js|css|svg|json|txt|webmanifest)$/,
      exclude: [/\.vite\//],
      algorithms: ['gzip', 'brotliCompress'],
      skipIfLargerOrEqual: false,
    }),
    weights(),
  ],
  // The server puts a fresh nonce in its place with every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the policy allows no data: addresses
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
