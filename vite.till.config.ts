import { serwist } from '@serwist/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression } from 'vite-plugin-compression2'

/** The till at /till: a page of its own beside the back office, with its service worker. `npm run build` makes both. */
export default defineConfig({
  publicDir: false,
  plugins: [
    react(),
    serwist({
      swSrc: 'web/worker/worker.ts',
      swDest: 'sw.js',
      rollupFormat: 'iife',
      globDirectory: 'dist',
      globPatterns: ['till.html', 'assets/till/*.{js,css,woff2}', 'favicon.svg', 'till.webmanifest'],
      // The names of the assets have their hash.
      dontCacheBustURLsMatching: /^assets\//,
      // Absolute, and the page as the server names it.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({ ...entry, url: entry.url === 'till.html' ? '/till' : `/${entry.url}` })),
          warnings: [],
        }),
      ],
    }),
    compression({
      include: /\.(js|css|webmanifest)$/,
      algorithms: ['gzip', 'brotliCompress'],
      skipIfLargerOrEqual: false,
    }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsDir: 'assets/till',
    sourcemap: 'hidden',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the policy allows no data: addresses
    rolldownOptions: { input: 'till.html' },
  },
})
