#!/usr/bin/env node
// `npx winkel <command>`: the same as `npm run winkel -- <command>`, from any folder of the checkout.
import { fileURLToPath } from 'node:url'

process.argv.splice(2, 0, fileURLToPath(new URL('../cli/main.ts', import.meta.url)))
await import('./run.mjs')
