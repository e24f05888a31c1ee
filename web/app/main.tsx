import '../lib/browser/csp-nonce.ts'
import '../lib/browser/style-sheets.ts'
import './theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createAppRouter } from './router.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')

createRoot(root).render(<App router={createAppRouter()} />)
