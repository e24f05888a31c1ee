import '../lib/browser/csp-nonce.ts'
import '../lib/browser/style-sheets.ts'
import './theme.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createAppRouter } from './router.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

const router = createAppRouter()

/** A transition is rendered in short steps: a phone answers to touches between them. */
const render = () => startTransition(() => createRoot(root).render(<App router={router} />))

// The first screen is rendered once, when its code and its session are there. The router shows errors itself.
void router.load().catch(console.error).then(render)
