import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { fontPreload, nameModulesOf, screenPages, tillPage, tillPageInDevelopment, weights } from './tools/vite-plugins.ts'

/** What screens share, in few files: see docs/decisions/2026-11-22-chunks.md. */
const CHUNKS = [
  // csp-nonce.ts must run before the first schema is made: so it goes where zod is.
  { name: 'schemas', test: /node_modules\/(zod|get-nonce)\/|csp-nonce/, priority: 3 },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  // The schemas of search parameters. Creating them takes a third of the start: so they are in a task of their own.
  { name: 'contract', test: /\/contract\//, tags: ['$initial' as const], priority: 3 },
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  // The parts of the login screen are apart: it is the lightest one.
  { name: nameModulesOf('login', 'controls'), debugName: 'controls', minShareCount: 3, priority: 1 },
  { name: 'shared', minShareCount: 11 },
  // All screens but the login screen load the frame around them.
  { name: nameModulesOf('_signed-in', 'shell'), debugName: 'shell', minShareCount: 2 },
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
    tillPage(),
    tillPageInDevelopment(),
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
    // Beside the scripts, which do not name them. The server does not serve them.
    sourcemap: 'hidden',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the policy allows no data: addresses
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/notices': 'http://127.0.0.1:3000' } },
})
