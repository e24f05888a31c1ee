import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { fontPreload, weights } from './tools/vite-plugins.ts'

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
    }),
    react(),
    fontPreload(),
    // Best gzip and brotli beside every file of text: the server compresses no file itself. It fills the nonce into index.html.
    compression({
      include: /\.(html|js|css|svg|json|txt|webmanifest)$/,
      exclude: [/index\.html$/, /\.vite\//],
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
    // csp-nonce.ts must run before the first schema is made, whichever chunk that lands in: so it goes where zod is.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'schemas', test: /node_modules\/(zod|get-nonce)\/|csp-nonce/ }] } },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
})
