import '../lib/browser/csp-nonce.ts'
import '../lib/browser/style-sheets.ts'
import './theme.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { reportError } from '../lib/api/report-error.ts'
import { yieldToBrowser } from '../lib/browser/yield-to-browser.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.ts'

addEventListener('error', ({ error }) => reportError(error))
addEventListener('unhandledrejection', ({ reason }) => reportError(reason))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

/** In several tasks: a phone answers to touches between them. */
async function start(root: HTMLElement) {
  await yieldToBrowser()
  const router = createAppRouter()
  // The first screen is rendered once, when its code and its session are there. The router shows errors itself.
  await router.load().catch(console.error)
  startTransition(() => createRoot(root).render(<App router={router} />))
}

void start(root)
